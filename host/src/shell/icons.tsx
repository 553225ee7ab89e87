/** Line drawings on a 16 × 16 grid, in the text's colour. Names are those that menus carry. */
const PATHS = {
  home: 'M2 7.5 8 2.5l6 5M3.5 6.5V13.5h9V6.5M6.5 13.5v-4h3v4',
  people:
    'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M10.5 2.8a2.5 2.5 0 0 1 0 4.4M12 9.8c1.6.5 2.5 1.9 2.5 3.7',
  user: 'M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8ZM2.5 14c0-2.7 2.5-4.2 5.5-4.2s5.5 1.5 5.5 4.2',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.5 10.5 14 14',
  bell: 'M4 7a4 4 0 0 1 8 0v3l1.5 2h-11L4 10V7ZM6.5 14h3',
  globe: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM2 8h12M8 2c2 1.7 3 3.7 3 6s-1 4.3-3 6c-2-1.7-3-3.7-3-6s1-4.3 3-6Z',
  cog: 'M8 10.25a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5ZM8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M12.6 3.4l-1.4 1.4M4.8 11.2l-1.4 1.4',
  menu: 'M2 4h12M2 8h12M2 12h12',
  phone: 'M3 2.5h2.5l1 3-1.5 1.2c.8 1.7 2.1 3 3.8 3.8l1.2-1.5 3 1V12.5c0 .6-.4 1-1 1C6.5 13.5 2 9 2 3.5c0-.6.4-1 1-1Z',
  pin: 'M5.5 2h5M6.5 2v4.5L4 9.5h8L9.5 6.5V2M8 9.5V14',
  external: 'M6.5 3H3v10h10V9.5M9.5 2.5h4v4M13.5 2.5 7.5 8.5',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.5V8l2.5 1.5',
  shield: 'M8 1.8 13 3.5V8c0 3-2 5-5 6.2C5 13 3 11 3 8V3.5L8 1.8ZM5.8 8l1.5 1.5 3-3',
  'warning-sign': 'M8 2.5 14.5 13.5h-13L8 2.5ZM8 6.5v3M8 11.5h.01',
  dollar:
    'M8 1.5v13M11.5 4.5C10.5 3.5 9.3 3.2 8 3.2c-1.9 0-3.3.9-3.3 2.4C4.7 9 11.5 7 11.5 10.5c0 1.5-1.5 2.4-3.5 2.4-1.5 0-2.8-.5-3.8-1.5',
  chart: 'M2.5 2v11.5H14M5.5 11V8M8.5 11V5M11.5 11V6.5',
  shop: 'M2.5 6.5 3.5 2.5h9l1 4M2.5 6.5c0 2 3.6 2 3.6 0 0 2 3.8 2 3.8 0 0 2 3.6 2 3.6 0M3.5 8.5v5h9v-5',
  headset:
    'M3 10V8a5 5 0 0 1 10 0v2M3 8.5h2v4H3.5c-.5 0-1-.5-1-1v-2c0-.5.2-1 .5-1ZM13 8.5h-2v4h1.5c.5 0 1-.5 1-1v-2c0-.5-.2-1-.5-1Z',
  briefcase: 'M2 5.5h12v8H2v-8ZM5.5 5.5V3h5v2.5M2 9h12',
  calendar: 'M2.5 3.5h11v10h-11v-10ZM2.5 6.5h11M5.5 2v3M10.5 2v3',
  box: 'M2.5 5 8 2l5.5 3v6L8 14l-5.5-3V5ZM2.5 5 8 8l5.5-3M8 8v6',
  document: 'M4 1.8h5l3.5 3.5v9H4V1.8ZM9 1.8v3.5h3.5M6 8.5h4.5M6 11h4.5',
  layers: 'M8 2 14.5 5.5 8 9 1.5 5.5 8 2ZM1.5 8.5 8 12l6.5-3.5M1.5 11.5 8 15l6.5-3.5',
  star: 'M8 1.8 9.9 5.9l4.4.5-3.3 3 .9 4.4L8 11.6l-3.9 2.2.9-4.4-3.3-3 4.4-.5L8 1.8Z',
  credit: 'M1.5 4h13v8.5h-13V4ZM1.5 7h13M4 10h3',
  megaphone: 'M2.5 6.5v3l8.5 3.5V3L2.5 6.5ZM4.5 10.3 5.5 14h2l-.8-2.8M11 6.5c1 .3 1.5.8 1.5 1.5s-.5 1.2-1.5 1.5',
  fold: 'M2.5 3h11v10h-11V3ZM6.5 3v10M11 6 9 8l2 2',
  full: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  calculator:
    'M3.5 1.8h9v12.4h-9V1.8ZM5.5 4h5v2h-5V4ZM5.5 8.5h.01M8 8.5h.01M10.5 8.5h.01M5.5 11.5h.01M8 11.5h.01M10.5 11.5h.01',
  copy: 'M5.5 5.5h8v8h-8v-8ZM3.5 10.5h-1v-8h8v1',
  chevron: 'M6 3.5 10.5 8 6 12.5',
} as const;

type IconName = keyof typeof PATHS;

/** Names that menus carry beside ours. */
const ALIASES: Readonly<Record<string, IconName>> = {
  notifications: 'bell',
  settings: 'cog',
  endorsed: 'shield',
  'bank-account': 'dollar',
  'credit-card': 'credit',
  'timeline-line-chart': 'chart',
  call: 'phone',
  person: 'user',
  'id-number': 'user',
  time: 'clock',
  cube: 'box',
  projects: 'briefcase',
  properties: 'document',
  share: 'external',
  link: 'external',
  warning: 'warning-sign',
};

function isIconName(name: string): name is IconName {
  return Object.hasOwn(PATHS, name);
}

export interface IconProps {
  readonly name: string;
}

/** An icon by name; nothing known by it is drawn as layers. Icons never stand alone: text names them. */
export function Icon({ name }: IconProps) {
  const known = isIconName(name) ? name : (ALIASES[name] ?? 'layers');
  return (
    <svg className="k-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d={PATHS[known]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
