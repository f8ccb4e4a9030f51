// Runs a file of Python in what the page runs: the site's Python and program. Prints what that prints.
//
//     node numbers.mjs SITE FILE

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const [site, file] = process.argv.slice(2);
const { loadPyodide } = await import(resolve(site, "pyodide", "pyodide.mjs"));
const program = mkdtempSync(join(tmpdir(), "program-"));
execFileSync("tar", ["xzf", resolve(site, "program.bin"), "-C", program]);
const python = await loadPyodide();
python.FS.mkdirTree("/program");
python.FS.mount(python.FS.filesystems.NODEFS, { root: program }, "/program");
python.runPython("import sys; sys.path.insert(0, '/program')");
python.runPython(readFileSync(file, "utf8"));
