export function LivePage() {
  return <p>LivePage</p>;
}
