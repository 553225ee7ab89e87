import { Button, NOTHING, useText } from '@kituo/sdk';
import { type ReplyOf, servicePersonnel } from '@kituo/sdk/contracts';
import { Answered, dictionaryOptions, useDetail, useOptions } from '@kituo/sdk/page';

type Agent = ReplyOf<typeof servicePersonnel.free>[number];
const languages = dictionaryOptions('SPEAKING_LANGUAGE', { withRetired: true });

/** Who can take a caller over now, by the languages they speak. */
export function FreeNow() {
  const t = useText();
  const detail = useDetail(servicePersonnel.free, {});
  const { options } = useOptions(languages);
  const wordOf = (code: string) => options.find(({ value }) => value === code)?.label ?? code;
  return (
    <section aria-label={t('free.title')}>
      <div className="kp-toolbar">
        <h2 className="kp-section-title">{t('free.title')}</h2>
        <Button size="small" text={t('free.again')} onClick={detail.refresh} />
      </div>
      <Answered detail={detail}>
        {(agents) =>
          agents.length === 0 ? (
            <p className="kp-note">{t('free.nobody')}</p>
          ) : (
            byLanguage(agents).map(([code, some]) => (
              <section key={code ?? ''}>
                <h3 className="kp-section-title">{code === null ? t('free.noLanguage') : wordOf(code)}</h3>
                <ul className="kp-facts">
                  {some.map((one) => (
                    <li key={one.userNo}>
                      {one.realName} · {one.groupName ?? NOTHING} ·{' '}
                      {t('free.extension', { no: one.extension ?? NOTHING })}
                      {one.takesCalls && ` · ${t('free.takesCalls')}`}
                      {one.handlesComplaints && ` · ${t('free.complaints')}`}
                    </li>
                  ))}
                </ul>
              </section>
            ))
          )
        }
      </Answered>
    </section>
  );
}

/** Whoever speaks several languages stands under each; those of whom nobody noted one come last. */
function byLanguage(agents: readonly Agent[]): [string | null, Agent[]][] {
  const codes = [...new Set(agents.flatMap((one) => one.languages))].toSorted();
  const named = codes.map((code): [string | null, Agent[]] => [
    code,
    agents.filter((one) => one.languages.includes(code)),
  ]);
  const others = agents.filter((one) => one.languages.length === 0);
  return others.length === 0 ? named : [...named, [null, others]];
}
