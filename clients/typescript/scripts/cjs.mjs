// Writes dist/cjs from the sources, after tsc has checked them and written dist/esm. Node reads its
// files as CommonJS, although the package is of the type "module".
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import ts from "typescript";

const folder = (name) => new URL(`../${name}/`, import.meta.url);
const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS };

mkdirSync(folder("dist/cjs"), { recursive: true });
for (const file of readdirSync(folder("src"))) {
  const source = readFileSync(new URL(file, folder("src")), "utf8");
  const { outputText } = ts.transpileModule(source, { compilerOptions, fileName: file });
  const name = file.replace(/\.ts$/, "");
  writeFileSync(new URL(`${name}.js`, folder("dist/cjs")), outputText);
  copyFileSync(new URL(`${name}.d.ts`, folder("dist/esm")), new URL(`${name}.d.ts`, folder("dist/cjs")));
}
writeFileSync(new URL("package.json", folder("dist/cjs")), '{ "type": "commonjs" }\n');
