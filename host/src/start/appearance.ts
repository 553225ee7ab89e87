import type { UserSettings } from '@kituo/sdk/contracts';

/** Dark where chosen, or where the system is and the person follows it. */
function isDark(theme: UserSettings['theme'], view: Window): boolean {
  if (theme === 'system') return view.matchMedia('(prefers-color-scheme: dark)').matches;
  return theme === 'dark';
}

/**
 * Puts brand, theme and density on the document's root. The first line of the host that runs: before
 * anything is drawn, so that nothing flashes.
 */
export function applyAppearance(
  settings: Pick<UserSettings, 'theme' | 'brand' | 'density'>,
  language: string,
  view: Window,
): void {
  const root = view.document.documentElement;
  const dark = isDark(settings.theme, view);
  root.dataset['brand'] = settings.brand;
  root.dataset['theme'] = dark ? 'dark' : 'light';
  root.dataset['density'] = settings.density;
  root.classList.toggle('bp6-dark', dark);
  root.lang = language === 'ke' ? 'en-KE' : language;
}

/** Follows the system's theme while it is open. The result stops it. */
export function followSystemTheme(view: Window, changed: () => void): () => void {
  const query = view.matchMedia('(prefers-color-scheme: dark)');
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
