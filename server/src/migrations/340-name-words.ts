import { type Kysely, sql } from 'kysely';

/**
 * Names by their words, in the order of user names: a page of a frequent name sorted by user name is read off it.
 * `name_word` holds each word once, or twice where two people brought it in the same moment: a unique index would
 * have the second import wait for the first, and two of them for each other. Words stay when nobody bears them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [tables, triggers, filling]) await sql.raw(part).execute(db);
}

const tables = `
  CREATE TABLE name_word (word text NOT NULL);
  CREATE TABLE user_name_word (
    word text NOT NULL,
    user_name text NOT NULL,
    user_no text NOT NULL,
    PRIMARY KEY (word, user_name, user_no)
  );
  CREATE FUNCTION words_of_name(name text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
    SELECT DISTINCT word FROM unnest(string_to_array(lower(name), ' ')) AS word WHERE word <> ''
  $$;
`;

const triggers = `
  CREATE FUNCTION follow_name() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP <> 'INSERT' THEN
      DELETE FROM user_name_word w USING words_of_name(OLD.real_name) AS was
      WHERE w.word = was AND w.user_name = OLD.user_name AND w.user_no = OLD.user_no;
    END IF;
    IF TG_OP <> 'DELETE' THEN
      INSERT INTO user_name_word
        SELECT given, NEW.user_name, NEW.user_no FROM words_of_name(NEW.real_name) AS given;
      INSERT INTO name_word SELECT given FROM words_of_name(NEW.real_name) AS given
        WHERE NOT EXISTS (SELECT FROM name_word WHERE word = given);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER name_given AFTER INSERT OR DELETE ON app_user
    FOR EACH ROW EXECUTE FUNCTION follow_name();
  CREATE TRIGGER name_changed AFTER UPDATE OF user_name, real_name ON app_user
    FOR EACH ROW WHEN ((OLD.user_name, OLD.real_name) IS DISTINCT FROM (NEW.user_name, NEW.real_name))
    EXECUTE FUNCTION follow_name();
`;

const filling = `
  INSERT INTO user_name_word
    SELECT given, user_name, user_no FROM app_user, words_of_name(real_name) AS given ORDER BY 1, 2, 3;
  INSERT INTO name_word SELECT DISTINCT word FROM user_name_word;
  CREATE INDEX name_word_word ON name_word (word);
  CREATE INDEX name_word_texts ON name_word USING gin (word gin_trgm_ops);
`;
