export function ComparePage() {
  return <p>ComparePage</p>;
}
