import { apiLanguage, session$, useValue } from '@kituo/sdk';
import { useHost } from './host-context.ts';
import { useText } from '../texts.ts';
import { Dropdown, DropdownItem } from './dropdown.tsx';
import { Icon } from './icons.tsx';

/** The enabled languages by their own names; choosing one changes the page in place. */
export function LanguageMenu() {
  const t = useText();
  const { chooseLanguage } = useHost();
  const { language, languages } = useValue(session$);
  const present = languages.find((each) => each.languageCode === language);
  if (languages.length === 0) return null;
  return (
    <Dropdown
      label={t('bar.languageIs', { name: present?.languageName ?? language })}
      button={
        <>
          <Icon name="globe" />
          <span className="k-bar-text">{present?.languageName ?? language}</span>
        </>
      }
    >
      {(close) =>
        [...languages]
          .sort((one, other) => one.sort - other.sort)
          .map((each) => (
            <DropdownItem
              key={each.languageCode}
              lang={apiLanguage(each.languageCode)}
              isChosen={each.languageCode === language}
              onSelect={() => {
                close();
                void chooseLanguage(each.languageCode);
              }}
            >
              {each.flag !== null && <img src={each.flag} alt="" width={20} height={15} />} {each.languageName}
            </DropdownItem>
          ))
      }
    </Dropdown>
  );
}
