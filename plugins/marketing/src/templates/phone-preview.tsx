import { useText } from '@kituo/sdk';
import './templates.css';

/** A text as the phone of its reader shows it. */
export function PhonePreview({ text, lang }: { readonly text: string; readonly lang: string }) {
  const t = useText();
  return (
    <figure className="mk-phone" aria-label={t('template.preview')}>
      <p className="mk-bubble" lang={lang}>
        {text}
      </p>
    </figure>
  );
}
