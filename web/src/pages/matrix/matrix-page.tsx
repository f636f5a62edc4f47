export function MatrixPage() {
  return <p>MatrixPage</p>;
}
