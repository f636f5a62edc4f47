/** A run's name in little room: of a long one the model is cut before what tells the run from others. */
export function RunLabel({ name }: { readonly name: string }) {
  const [model = '', ...traits] = name.split(' · ');
  const id = model.slice(model.indexOf(':') + 1);
  return (
    <span className="flex min-w-0" title={name}>
      <span className="min-w-8 truncate">
        <span className="max-sm:hidden">{model.slice(0, -id.length)}</span>
        {id}
      </span>
      <span className="max-w-[calc(100%-2rem)] shrink-0 truncate whitespace-pre">
        {traits.map((trait) => ` · ${trait}`).join('')}
      </span>
    </span>
  );
}
