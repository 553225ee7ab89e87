import type { UserSettings } from '../contracts/staff/bootstrap.ts';
import { Refresh } from '../components/icons.ts';

/** Savanna's drawing: the sun circling an acacia. */
function SavannaDrawing({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true">
      <path className="ks-draw-ground" d="M6 38h36" />
      <path className="ks-draw-tree" d="M23 38c0-7 1-11 1-14m0 6c-3-2-5-3-8-4m8 2c3-2 5-3 8-4" />
      <path className="ks-draw-crown" d="M9 22c4-7 10-9 15-9s11 2 15 9c-5-2-25-2-30 0z" />
      <g className="ks-turn">
        <circle className="ks-draw-sun" cx="24" cy="4" r="3" />
      </g>
    </svg>
  );
}

/** Ocean's drawing: a dhow on three waves. */
function OceanDrawing({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true">
      <g className="ks-rock">
        <path className="ks-draw-sail" d="M22 8c9 5 13 12 14 19H22z" />
        <path className="ks-draw-mast" d="M22 6v26" />
        <path className="ks-draw-hull" d="M10 30h28c-2 5-5 6-8 6H17c-4 0-6-2-7-6z" />
      </g>
      <path className="ks-draw-wave" d="M4 41c4-3 6-3 10 0s6 3 10 0 6-3 10 0 6 3 10 0" />
    </svg>
  );
}

/** The brand's spinner: drawings for Savanna and Ocean, an icon for Kituo. Size in pixels. */
export function Spinner(props: { readonly brand: UserSettings['brand']; readonly size: number }) {
  switch (props.brand) {
    case 'savanna':
      return <SavannaDrawing size={props.size} />;
    case 'ocean':
      return <OceanDrawing size={props.size} />;
    case 'kituo':
      return (
        <Refresh className="ks-turn ks-spinner-icon" size={Math.round(props.size / 1.6)} aria-hidden title={false} />
      );
  }
}
