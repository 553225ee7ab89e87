/**
 * True in `npm run test:deep`: whatever `npm test` takes a taste of is then asked in full. By hand,
 * `KITUO_DEEP=1 npx vitest run <file>`.
 */
export const IS_DEEP = process.env.KITUO_DEEP === '1';
