/** A run's name in little room: of a long one the model is cut before what tells the run from others. */
export function RunLabel({ name }: { readonly name: string }) {
  const [model = '', ...traits] = name.split(' · ');
  return (
    <span className="flex min-w-0" title={name}>
      <span className="min-w-8 shrink-[99] truncate">{model}</span>
      <span className="truncate whitespace-pre">{traits.map((trait) => ` · ${trait}`).join('')}</span>
    </span>
  );
}
