// Compiles the Python modules in a folder by the Python of Pyodide, each in place of its source:
// node compile_modules.mjs PYODIDE_MJS FOLDER NAMED OPTIMIZATION
// Tracebacks name a module by NAMED and its path in the folder. OPTIMIZATION is that of Python's compile, 0 to 2.
import { pathToFileURL } from "node:url";

const [pyodideModule, folder, named, optimization] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(pyodideModule).href);
const pyodide = await loadPyodide();
pyodide.FS.mkdirTree("/modules");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, "/modules");
pyodide.globals.set("named", named);
pyodide.globals.set("optimization", Number(optimization));
pyodide.runPython(`
from pathlib import Path
from py_compile import PycInvalidationMode, compile

for path in Path("/modules").rglob("*.py"):
    name = named + str(path.relative_to("/modules"))
    compile(str(path), str(path.with_suffix(".pyc")), name, True, optimization, PycInvalidationMode.UNCHECKED_HASH)
    path.unlink()
`);
