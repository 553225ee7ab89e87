import { type Kysely, sql } from 'kysely';

/** The pictures that Kituo brings for its languages; a language that nobody changed gets its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(pictures).execute(db);
  await sql.raw(flags).execute(db);
}

const pictures = `
  INSERT INTO stored_file (content_hash, content_type, size_bytes, md5) VALUES
    ('1f0579e97bf115a75950ddd1311746a8fd7928717a76a5b029110ae90dc7a63c', 'image/png', 529, '00fe436781cbd41fe7be26fcd2b1bc21'),
    ('7faed4681a4f53ff79dbcc2f33556dd9340323a0e59607c3ead678f3c27224e5', 'image/png', 523, '625323e3f2094078ae16ac74d805cc98'),
    ('9c8883fe521c4c7371b3ab6d00fb429e361d406661a42eee5c083f85b83f6868', 'image/png', 549, '8686fa0812cb74848bca45c405d651e8'),
    ('54f62e5df700a16a806cc6d1cd8a764875adc7c0fd1eed7f5f0b21fbbd18bc1c', 'image/png', 463, '82cf5f3ef0847790150818b32f8eb53d'),
    ('b1eede2d4e89d5880086ae7d63b85750fb5aea181a937c4d51ef211989d1d703', 'image/png', 485, '1f584f356af3effc2e61acc7b2998700')
  ON CONFLICT DO NOTHING;
`;

const flags = `
  UPDATE language SET flag = shipped.flag FROM (VALUES
    ('en', '1f0579e97bf115a75950ddd1311746a8fd7928717a76a5b029110ae90dc7a63c'),
    ('zh', '7faed4681a4f53ff79dbcc2f33556dd9340323a0e59607c3ead678f3c27224e5'),
    ('ke', '9c8883fe521c4c7371b3ab6d00fb429e361d406661a42eee5c083f85b83f6868'),
    ('sw', '54f62e5df700a16a806cc6d1cd8a764875adc7c0fd1eed7f5f0b21fbbd18bc1c'),
    ('vi', 'b1eede2d4e89d5880086ae7d63b85750fb5aea181a937c4d51ef211989d1d703')
  ) AS shipped (language_code, flag)
  WHERE language.language_code = shipped.language_code AND language.flag IS NULL AND language.version = 1;
`;
