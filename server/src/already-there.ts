/** Whether somebody else was quicker: what was to be made, and made once alone, is there (`EEXIST`). */
export const isAlreadyThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';
