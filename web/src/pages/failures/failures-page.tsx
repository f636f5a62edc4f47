export function FailuresPage() {
  return <p>FailuresPage</p>;
}
