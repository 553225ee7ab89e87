import type { marketProduct, ParsedRequestOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, FileReply } from '../../../http/implement.ts';
import { marketProductsOf } from './read.ts';

/** How the page of a product's address looked. @throws AppError NOT_FOUND where none of its checks has the picture */
export async function linkPicture(
  { marketProductNo, pageHash }: ParsedRequestOf<typeof marketProduct.linkPicture>,
  call: Call,
): Promise<FileReply> {
  await marketProductsOf.one(marketProductNo, call);
  const found = await call.db
    .selectFrom('partnerLinkPicture as i')
    .select('i.png')
    .where('i.pageHash', '=', pageHash)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('partnerLinkCheck as k')
          .select('k.checkId')
          .whereRef('k.pageHash', '=', 'i.pageHash')
          .where('k.marketProductNo', '=', marketProductNo),
      ),
    )
    .executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
  return { fileName: `${marketProductNo}.png`, contentType: 'image/png', content: found.png };
}
