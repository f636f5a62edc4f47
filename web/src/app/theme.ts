type Theme = 'light' | 'dark';

const key = 'bcb-theme';

/** What was chosen earlier; without a choice the system's. */
export function applyTheme(): void {
  const chosen = readChoice();
  if (chosen !== undefined) document.documentElement.dataset.theme = chosen;
}

/** Light becomes dark and the other way round, and is remembered. */
export function toggleTheme(): void {
  const isDark = currentTheme() === 'dark';
  document.documentElement.dataset.theme = isDark ? 'light' : 'dark';
  try {
    localStorage.setItem(key, isDark ? 'light' : 'dark');
  } catch {
    // A page from a file may have no storage: the choice lasts until it is closed.
  }
}

export function currentTheme(): Theme {
  const set = document.documentElement.dataset.theme;
  if (set === 'light' || set === 'dark') return set;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function readChoice(): Theme | undefined {
  try {
    const stored = localStorage.getItem(key);
    return stored === 'light' || stored === 'dark' ? stored : undefined;
  } catch {
    return undefined;
  }
}
