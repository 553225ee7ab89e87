import * as z from 'zod/mini';
import { businessNo } from '../list.ts';

/** An image that was attached before: what a form keeps of it. */
export const attachedImage = z.strictObject({ attachId: businessNo, fileName: z.string().check(z.maxLength(255)) });
