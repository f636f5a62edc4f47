/** The questions that most rules ask. */
import type { Node } from 'web-tree-sitter';
import type { CodeFacts, NamedUse } from './code-facts.ts';

type Finder = (facts: CodeFacts) => readonly Node[];

/** Calls of these names. `socket.*` means everything in it; `*.unlink` means that attribute of anything. */
export function callsOf(...names: readonly string[]): Finder {
  return createFinder(names, ({ calls }) => calls);
}

/** Attributes of these names, called or not. */
export function attributesOf(...names: readonly string[]): Finder {
  return createFinder(names, ({ attributes }) => attributes);
}

/** Assignments to these names. */
export function writesTo(...names: readonly string[]): Finder {
  return createFinder(names, ({ writes }) => writes);
}

export function importsOf(...names: readonly string[]): Finder {
  return createFinder(names, ({ imports }) => imports);
}

export function stringsLike(pattern: RegExp): Finder {
  return ({ strings }) => strings.filter(({ path }) => pattern.test(path)).map(({ node }) => node);
}

/** Everything that any of them finds. */
export function anyOf(...finders: readonly Finder[]): Finder {
  return (facts) => finders.flatMap((find) => find(facts));
}

/** A program's own `exit` is not the builtin; `*.name` includes attributes of the program's own objects. */
function createFinder(names: readonly string[], usesOf: (facts: CodeFacts) => readonly NamedUse[]): Finder {
  const ofAnything = names.filter((name) => name.startsWith('*.')).map((name) => name.slice(2));
  const suffix = createPattern('(?:.*\\.)', ofAnything);
  const full = createPattern(
    '(?:builtins\\.|__builtins__\\.)?',
    names.filter((name) => !name.startsWith('*.')),
  );
  return (facts) =>
    usesOf(facts)
      .filter(({ path, named = null }) => suffix.test(path) || (full.test(path) && !facts.names.isOwn(named)))
      .map(({ node }) => node);
}

function createPattern(before: string, names: readonly string[]): RegExp {
  const choices = names.map((name) => name.replace(/[.?[\]]/g, '\\$&').replaceAll('*', '.*'));
  return names.length === 0 ? /(?!)/ : new RegExp(`^${before}(?:${choices.join('|')})$`);
}
