// Compiles the Python modules in a folder by the Python of Pyodide, each in place of its source:
// node compile_modules.mjs PYODIDE_MJS FOLDER
import { pathToFileURL } from "node:url";

const [pyodideModule, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(pyodideModule).href);
const pyodide = await loadPyodide();
pyodide.FS.mkdirTree("/program");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, "/program");
pyodide.runPython(`
from pathlib import Path
from py_compile import PycInvalidationMode, compile

for path in Path("/program").rglob("*.py"):
    name = str(path.relative_to("/program"))
    compile(str(path), str(path.with_suffix(".pyc")), name, True, 0, PycInvalidationMode.UNCHECKED_HASH)
    path.unlink()
`);
