import { findDocstring } from '../dataset/code-prompt.ts';
import type { Task } from '../schema/task.ts';
import { type AnalysisInput, type Findings, formatTaskFile } from './analysis.ts';

/** Instruct prompts from docstrings, for packs that have none, and how far the rules agree with those that exist. */
export async function analyzePrompts({ loadTasks }: AnalysisInput): Promise<Findings> {
  const built = (await loadTasks()).map((task) => ({ task, prompt: buildInstructPrompt(task) }));
  const isLacking = ({ task }: (typeof built)[number]) => task.instructPrompt.trim() === '';
  const same = built.filter(({ task, prompt }) => task.instructPrompt.trim() === prompt.trim());
  const counts: [string, number][] = [
    ['all', built.length],
    ['without an instruct prompt', built.filter(isLacking).length],
    ['with exactly the prompt of the rules', same.length],
  ];
  const filled = built.map((each) => (isLacking(each) ? { ...each.task, instructPrompt: each.prompt } : each.task));
  const rows = counts.map(([name, value]) => ({ labels: [name], value }));
  const title = 'Tasks, and instruct prompts by the rules of the paper';
  return {
    tables: [{ key: 'prompts', title, columns: ['tasks'], digits: 0, rows }],
    files: [formatTaskFile('tasks.jsonl', filled)],
  };
}

/** What becomes of a section of a docstring; `others` are left out. */
type Section = 'description' | 'notes' | 'raises' | 'returns' | 'others';
type Sections = Readonly<Record<Section, readonly string[]>>;

const head = /^(Note|Raise|Return|Parameter|Arg|Requirement|Example)s?:(.*)$/;
const sectionOf: Readonly<Record<string, Section>> = { Note: 'notes', Raise: 'raises', Return: 'returns' };

/**
 * The instruct prompt of a task by the rules of the paper's Figure 3: the description, notes, exceptions and results of its
 * docstring in fixed sentences, and the code to start with. Parameters, requirements and examples are left out.
 */
export function buildInstructPrompt(task: Task): string {
  const { description, notes, raises, returns } = readSections(task);
  const parts = [
    description.join(' '),
    ...(notes.length === 0 ? [] : [`Note that: ${notes.join(' ')}`]),
    ...(raises.length === 0 ? [] : [`The function should raise the exception for: ${raises.join(' ')}`]),
    ...(returns.length === 0 ? [] : [`The function should output with:\n    ${returns.join('\n    ')}`]),
    `You should write self-contained code starting with:\n\`\`\`\n${task.codePrompt}\`\`\``,
  ];
  return parts.join('\n');
}

/** The sections that the dataset lists, or else those of the docstring. */
function readSections({ docStruct, completePrompt, entryPoint }: Task): Sections {
  if (!('description' in docStruct)) return parseDocstring(findDocstring(completePrompt, entryPoint)?.text ?? '');
  const listOf = (key: string) => (Array.isArray(docStruct[key]) ? docStruct[key].map(String) : []);
  const [description, notes, raises] = [listOf('description'), listOf('notes'), listOf('raises')];
  return { description, notes, raises, returns: listOf('returns'), others: [] };
}

/** A line that names a section begins it, and an empty line ends it: what follows is description again. */
export function parseDocstring(literal: string): Sections {
  const sections: Record<Section, string[]> = { description: [], notes: [], raises: [], returns: [], others: [] };
  const text = literal.replace(/^[a-z]*('''|"""|'|")([\s\S]*)\1$/i, '$2').trim();
  let section: Section = 'description';
  for (const line of text.split('\n').map((each) => each.trim())) {
    const [, name, rest = line] = head.exec(line) ?? [];
    if (line === '') section = 'description';
    else if (name !== undefined) section = sectionOf[name] ?? 'others';
    const item = section === 'description' ? rest.trimStart() : trimDashes(rest);
    if (item !== '') sections[section].push(item);
  }
  return sections;
}

function trimDashes(text: string): string {
  const isMark = (at: number) => text[at] === '-' || text[at] === ' ';
  let [start, end] = [0, text.length];
  while (start < end && isMark(start)) start++;
  while (end > start && isMark(end - 1)) end--;
  return text.slice(start, end);
}
