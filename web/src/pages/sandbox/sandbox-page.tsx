export function SandboxPage() {
  return <p>SandboxPage</p>;
}
