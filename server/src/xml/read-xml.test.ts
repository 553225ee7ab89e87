import { expect, test } from 'vitest';
import { elementAt, readXml, textAt, XmlRefused } from './read-xml.ts';

const BOUNDS = { elements: 100, depth: 8 };

test('reads elements by their local names, whatever the prefix', () => {
  const { root, namespace } = readXml(
    '\uFEFF<?xml version="1.0"?><!-- of a bank --><p:Doc xmlns:p="urn:x"><p:A Ccy="KES"> 1 &amp; &#50; </p:A><p:B/><p:B><![CDATA[<b>]]></p:B></p:Doc>',
    BOUNDS,
  );
  expect(namespace).toBe('urn:x');
  expect(textAt(root, 'A')).toBe('1 & 2');
  expect(elementAt(root, 'A')?.attributes).toEqual({ Ccy: 'KES' });
  expect(root.children.map(({ name, text }) => [name, text])).toEqual([
    ['A', '1 & 2'],
    ['B', ''],
    ['B', '<b>'],
  ]);
});

test.each([
  ['an entity of its own', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
  ['an entity of a file', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'],
  ['an entity that nobody declared', '<a>&x;</a>'],
  ['an element that is not closed', '<a><b></a>'],
  ['an end that is missing', '<a><b/>'],
  ['two roots', '<a/><b/>'],
  ['text after the root', '<a/>x'],
  ['an attribute twice', '<a x="1" x="2"/>'],
  ['nothing', ' '],
  ['a text file', 'Date,Amount'],
  ['too many elements', `<a>${'<b/>'.repeat(200)}</a>`],
  ['elements too deep', `${'<a>'.repeat(9)}${'</a>'.repeat(9)}`],
])('refuses %s', (_what, source) => {
  expect(() => readXml(source, BOUNDS)).toThrow(XmlRefused);
});
