/*
 * Prettier and TypeScript over the pages' sources, in the browser that the pages are tested in.
 * Beside it lie libs.js, what the language and the browser declare, and sources in `pages`.
 */
const STYLE = { parser: "babel", plugins: Object.values(prettierPlugins), printWidth: 120 };

const OPTIONS = {
  allowJs: true,
  checkJs: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ES2022,
  types: [],
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  strict: true,
  noImplicitAny: false,
  useUnknownInCatchVariables: false,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
};

function formatted(source) {
  return prettier.format(source, STYLE);
}

/** What is wrong with any module, a line each: names that are not there, calls that do not fit, what nobody uses. */
function faults(pages) {
  const files = { ...libs, ...pages };
  const program = ts.createProgram(Object.keys(pages), OPTIONS, {
    getSourceFile: (name, target) => (name in files ? ts.createSourceFile(name, files[name], target) : undefined),
    fileExists: (name) => name in files,
    readFile: (name) => files[name],
    writeFile: () => {},
    getDefaultLibFileName: () => "lib.es2023.d.ts",
    getDefaultLibLocation: () => "",
    getCurrentDirectory: () => "",
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName}:${line}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}
