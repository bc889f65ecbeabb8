import * as ts from "typescript";
import { sourcesIn } from "../../tools/metrics/sources";

/** One name stands for one thing in the lifecycle, the hosts and the client. */

interface Name {
  readonly name: string;
  readonly file: string;
}

const isExported = (node: ts.Declaration): boolean =>
  (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0;

/** Exported names, and all types: a name means the same whoever reads it. */
function namesIn(file: string, source: ts.SourceFile): Name[] {
  const declared = source.statements.flatMap((one): readonly ts.Declaration[] =>
    ts.isVariableStatement(one) ? one.declarationList.declarations : [one as unknown as ts.Declaration],
  );
  const isType = (one: ts.Declaration) =>
    file.includes("/lifecycle/") && !ts.isFunctionLike(one) && !ts.isVariableDeclaration(one);
  const found = declared
    .filter((one) => isExported(one) || isType(one))
    .flatMap((one) => ts.getNameOfDeclaration(one)?.getText() ?? []);
  return [...new Set(found)].map((name) => ({ name, file }));
}

const rooms = ["provider/lifecycle", "provider/hosts", "provider/api"];
const names = rooms.flatMap((room) => [...sourcesIn(room)].flatMap(([file, source]) => namesIn(file, source)));

test("no exported name, and no type, stands for two things", () => {
  const filesOf = (name: string) => names.filter((one) => one.name === name).map(({ file }) => file);
  const shared = names.filter(({ name }) => filesOf(name).length > 1);
  expect(shared.map(({ name }) => `${name}: ${filesOf(name).join(", ")}`)).toEqual([]);
});

test("no name is a metaphor of people", () => {
  const metaphors = /neighbou?r|heir(?!arch)|rival|company|surrounding|kinship|stranger|twin/i;
  expect(names.filter(({ name }) => metaphors.test(name)).map(({ name, file }) => `${name}: ${file}`)).toEqual([]);
});
