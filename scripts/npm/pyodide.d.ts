/** What the worker calls of Pyodide, which stands beside it once the page is built. */
declare module "*/pyodide.mjs" {
  export interface Python {
    FS: { mkdirTree(path: string): void; writeFile(path: string, content: Uint8Array): void };
    runPython(code: string): unknown;
    // What a function of Python returns, its caller knows.
    pyimport(name: string): Record<string, (...words: unknown[]) => any>;
    toPy(value: unknown): unknown;
    makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
  }
  export function loadPyodide(options: {
    _makeSnapshot?: boolean;
    _loadSnapshot?: Uint8Array;
  }): Promise<Python>;
}
