import type { UserSettings } from './bootstrap.ts';

/** What holds until a person chooses otherwise, on the server and in a browser that knows nobody yet. */
export const DEFAULT_SETTINGS: UserSettings = {
  menuStyle: 'vertical',
  graphicVerificationIsOpenStatus: false,
  miscellaneousFunctionIsOpenStatus: true,
  sideNavigationIsShow: true,
  language: null,
  theme: 'system',
  brand: 'kituo',
  density: 'compact',
  pageSize: 20,
};
