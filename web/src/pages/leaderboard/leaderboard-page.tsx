export function LeaderboardPage() {
  return <p>LeaderboardPage</p>;
}
