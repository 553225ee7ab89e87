import { relative, resolve } from 'node:path';
import { packSdk } from './sdk-package/pack-sdk.ts';

// npm run pack:sdk [-- <folder>]: what authors outside this tree work with, in one file.
const [folder = 'dist'] = process.argv.slice(2);
console.log(relative(process.cwd(), await packSdk(resolve(folder))));
