import { announcement, type ReplyOf } from '@kituo/sdk/contracts';
import { useFormValues } from '@kituo/sdk/page';
import { PhoneFrame } from '../contents/phone-frame.tsx';

const textsIn = (texts: unknown): ReadonlyMap<string, string> =>
  new Map(
    typeof texts === 'object' && texts !== null
      ? Object.entries(texts).filter((one): one is [string, string] => typeof one[1] === 'string')
      : [],
  );

type Contacts = ReplyOf<typeof announcement.preview>['contacts'];

/** As the app shows what the form holds now, a phone for each language that is written. */
export function AnnouncementPreview(props: { readonly attachId: string | null; readonly contacts: Contacts | null }) {
  const { attachId, contacts } = props;
  const { title, content } = useFormValues();
  const [titles, contents] = [textsIn(title), textsIn(content)];
  const shown = (texts: ReadonlyMap<string, string>, language: string): string => {
    const text = texts.get(language) ?? texts.get('en') ?? '';
    return contacts === null ? text : announcement.withContacts(text, contacts);
  };
  return [...new Set(['en', ...titles.keys(), ...contents.keys()])].map((language) => (
    <PhoneFrame
      key={language}
      language={language}
      title={shown(titles, language)}
      text={shown(contents, language)}
      attachId={attachId}
    />
  ));
}
