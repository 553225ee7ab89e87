import { InputGroup, useText } from '@kituo/sdk';
import { hotline } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';
import { useState } from 'react';
import '../contents/phone-frame.css';

const EAT_MS = 3 * 3_600_000;
/** As the field takes it: EAT, to the minute. */
const eatMinute = (at: Date): string => new Date(at.getTime() + EAT_MS).toISOString().slice(0, 16);

/** A merchant's help screen as its app shows it, at any moment: outside of the hours, on a holiday. */
export function HotlinePreview({ merchantNo }: { readonly merchantNo: string }) {
  const t = useText();
  const [minute, setMinute] = useState(() => eatMinute(new Date()));
  const request = hotline.preview.request.safeParse({ merchantNo, at: `${minute}:00+03:00` });
  const shown = useDetail(hotline.preview, request.success ? request.data : null);
  return (
    <section aria-label={t('hotline.preview')} aria-live="polite">
      <h3 className="kp-section-title">{t('hotline.preview')}</h3>
      <InputGroup
        type="datetime-local"
        aria-label={t('hotline.previewAt')}
        value={minute}
        onChange={(event) => setMinute(event.currentTarget.value)}
      />
      {request.success && (
        <Answered detail={shown}>
          {(contacts) => (
            <figure className="op-phone">
              <figcaption>
                {contacts.length === 0 && <p className="kp-muted">{t('hotline.nothingShown')}</p>}
                {contacts.map(({ contactType, contactValue, isOpenNow, languages }) => (
                  <div key={`${contactType} ${contactValue}`}>
                    <strong>
                      {t(`CONTACT_TYPE.${contactType}`)} · {contactValue}
                    </strong>
                    <p className={isOpenNow ? undefined : 'kp-muted'}>
                      {t(isOpenNow ? 'hotline.openNow' : 'hotline.closedNow')} · {languages.join(', ')}
                    </p>
                  </div>
                ))}
              </figcaption>
            </figure>
          )}
        </Answered>
      )}
    </section>
  );
}

/** Where customers see a contact: what disabling it takes away. */
export function HotlineUsage({ hotlineNo }: { readonly hotlineNo: string }) {
  const t = useText();
  const usage = useDetail(hotline.usage, { hotlineNo });
  return (
    <Answered detail={usage}>
      {({ screens, templates }) => {
        const places = [
          ...screens.map((screen) => t(`HOTLINE_SCREEN.${screen}`)),
          ...templates.map(({ templateName }) => templateName),
        ];
        return <p>{places.length === 0 ? t('hotline.unused') : t('hotline.usedBy', { places: places.join(', ') })}</p>;
      }}
    </Answered>
  );
}
