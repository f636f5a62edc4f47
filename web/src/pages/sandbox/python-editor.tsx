import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { python } from '@codemirror/lang-python';
import { HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';

interface PythonEditorProps {
  readonly code: string;
  readonly onChange: (code: string) => void;
  readonly onRun: () => void;
}

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null, tags.self], color: 'var(--token-keyword)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--token-string)' },
  { tag: tags.number, color: 'var(--token-number)' },
  { tag: tags.comment, color: 'var(--token-comment)', fontStyle: 'italic' },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.className], color: 'var(--token-function)' },
  { tag: [tags.operator, tags.punctuation], color: 'var(--token-punctuation)' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'transparent', fontSize: '0.8125rem' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.3125rem' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--faint)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--sunken) 60%, transparent)' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-soft) !important' },
});

/** CodeMirror in a shadow tree, where it may bring its own style sheets without a hole in the page's policy. */
export function PythonEditor({ code, onChange, onRun }: PythonEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const latest = useRef({ onChange, onRun });
  useEffect(() => {
    latest.current = { onChange, onRun };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; later changes of the code come below
  useEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const run = () => {
      latest.current.onRun();
      return true;
    };
    const leave = (current: EditorView) => {
      current.contentDOM.blur();
      return true;
    };
    const editor = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: code,
        extensions: [
          lineNumbers(),
          EditorView.lineWrapping,
          history(),
          highlightActiveLine(),
          python(),
          indentUnit.of('    '),
          syntaxHighlighting(colors),
          theme,
          EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': 'Solution' }),
          // Escape leaves the editor, so that Tab can indent without trapping anybody.
          Prec.highest(
            keymap.of([
              { key: 'Mod-Enter', run },
              { key: 'Escape', run: leave },
            ]),
          ),
          keymap.of([indentWithTab, ...defaultKeymap, ...historyKeymap]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || editor.state.doc.toString() === code) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: code } });
  }, [code]);
  return <div className="min-h-0 flex-1 overflow-auto" ref={host} />;
}
