import type { Tx } from '../db/database.ts';
import { MERCHANTS } from './places.ts';

/** The app of each merchant: what is out, what comes next, and one that was taken back. */
export async function seedAppReleases(tx: Tx, userNo: string, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const published = { appVersionStatus: 'PUBLISHED' as const, publishedBy: userNo };
  await tx
    .insertInto('appRelease')
    .values(
      MERCHANTS.flatMap(({ merchantNo }) => {
        const shared = {
          merchantNo,
          os: 'ANDROID' as const,
          updateType: 'OPTIONAL' as const,
          minSupportedVersionCode: 100,
          storeUrl: `https://play.example/store/${merchantNo.toLowerCase()}`,
          rolloutPercent: 100,
        };
        const notes = (en: string, sw: string) => JSON.stringify({ en, sw });
        return [
          {
            ...shared,
            ...published,
            versionName: '2.3.0',
            versionCode: 230,
            releaseNotes: notes('Repay part of a bill', 'Lipa sehemu ya deni'),
            publishedAt: daysAgo(30),
          },
          {
            ...shared,
            ...published,
            versionName: '2.4.0',
            versionCode: 240,
            releaseNotes: notes('Faster sign-in', 'Ingia haraka'),
            rolloutPercent: 25,
            publishedAt: daysAgo(3),
          },
          {
            ...shared,
            versionName: '2.3.5',
            versionCode: 235,
            releaseNotes: notes('Smaller download', 'Programu ndogo'),
            appVersionStatus: 'WITHDRAWN' as const,
            publishedAt: daysAgo(12),
            publishedBy: userNo,
            withdrawReason: 'Crashes on Android 9',
          },
          {
            ...shared,
            versionName: '2.5.0',
            versionCode: 250,
            updateType: 'FORCED' as const,
            minSupportedVersionCode: 230,
            releaseNotes: notes('New repayment screen', 'Ukurasa mpya wa malipo'),
          },
        ];
      }),
    )
    .execute();
}
