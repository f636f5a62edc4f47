export function TaskPage() {
  return <p>TaskPage</p>;
}
