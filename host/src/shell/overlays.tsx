import type { MenuLeaf } from '../menu/menu-tree.ts';
import { useHost, type Overlay } from './host-context.ts';
import { Later } from './later.tsx';

const palette = () => import('../palette/palette.tsx').then((module) => module.Palette);
const settings = () => import('../settings/settings-drawer.tsx').then((module) => module.SettingsDrawer);
const password = () => import('../password/change-password.tsx').then((module) => module.ChangePassword);
const shortcuts = () => import('../shortcuts/shortcut-sheet.tsx').then((module) => module.ShortcutSheet);

export interface OverlaysProps {
  readonly overlay: Overlay;
  readonly leaves: readonly MenuLeaf[];
  readonly recent: readonly string[];
  readonly isMenuForced: boolean;
}

/** The sheets and drawers of the shell, each a chunk loaded when it is first opened. */
export function Overlays({ overlay, leaves, recent, isMenuForced }: OverlaysProps) {
  const { openOverlay } = useHost();
  const onClose = () => openOverlay(null);
  switch (overlay) {
    case 'palette':
      return <Later load={palette} props={{ leaves, recent, onClose }} />;
    case 'settings':
      // From the palette one comes straight here: what is drawn later is another then.
      return <Later key="settings" load={settings} props={{ isMenuForced, onClose }} />;
    case 'password':
      return <Later load={password} props={{ isForced: false, onChanged: onClose, onLeave: onClose }} />;
    case 'shortcuts':
      return <Later load={shortcuts} props={{ onClose }} />;
    case null:
      return null;
  }
}

/** The change of password that nothing gets past. */
export function ForcedPassword(props: { readonly onChanged: () => void; readonly onLeave: () => void }) {
  return <Later load={password} props={{ isForced: true, ...props }} />;
}
