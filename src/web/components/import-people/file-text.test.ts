import { expect, test } from 'vitest'
import { textOf } from './file-text.ts'

const words = 'Vorname;Name\r\nÅse;Wołodymyr Їжак'
const bytesOf = (...numbers: number[]) => new Uint8Array(numbers).buffer
const bufferOf = (text: string, encoding: 'utf8' | 'utf16le') => new Uint8Array(Buffer.from(text, encoding))
const swapped = (bytes: Uint8Array) => bytes.map((_, at) => bytes[at ^ 1] ?? 0)

test.each([
  ['UTF-8', bufferOf(words, 'utf8')],
  ['UTF-8 with a mark', bufferOf(`\ufeff${words}`, 'utf8')],
  ['UTF-16', bufferOf(`\ufeff${words}`, 'utf16le')],
  ['UTF-16 the other way', swapped(bufferOf(`\ufeff${words}`, 'utf16le'))],
  ['UTF-16 without a mark', bufferOf(words, 'utf16le')],
  ['UTF-16 without a mark, the other way', swapped(bufferOf(words, 'utf16le'))],
])('%s is read as it was written', (_name, bytes) => {
  expect(textOf(bytes.buffer as ArrayBuffer, 'en').replace('\ufeff', '')).toBe(words)
})

/**
 * Names as Mac Roman, the DOS code page 850 and Windows write them. Without "Š" of Windows: Node.js 20 decodes it as a
 * control character, which browsers do not.
 */
test.each([
  ['de', 'Jörg Müller, Groß, Änne, Özil, Übel', 'mac', { ö: 0x9a, ü: 0x9f, ß: 0xa7, Ä: 0x80, Ö: 0x85, Ü: 0x86 }],
  ['de', 'Jörg Müller, Groß, Änne, Özil, Übel', 'DOS', { ö: 0x94, ü: 0x81, ß: 0xe1, Ä: 0x8e, Ö: 0x99, Ü: 0x9a }],
  ['de', 'Jörg Müller, Groß, Änne, Özil, Übel', 'Windows', { ö: 0xf6, ü: 0xfc, ß: 0xdf, Ä: 0xc4, Ö: 0xd6, Ü: 0xdc }],
  ['fr', 'Éloïse Lefèvre, François Côté', 'mac', { É: 0x83, ï: 0x95, è: 0x8f, ç: 0x8d, ô: 0x99, é: 0x8e }],
  ['fr', 'Éloïse Lefèvre, François Côté', 'DOS', { É: 0x90, ï: 0x8b, è: 0x8a, ç: 0x87, ô: 0x93, é: 0x82 }],
  ['fr', 'Éloïse Lefèvre, François Côté', 'Windows', { É: 0xc9, ï: 0xef, è: 0xe8, ç: 0xe7, ô: 0xf4, é: 0xe9 }],
  ['es', 'José Muñoz, Lucía Ibáñez', 'mac', { é: 0x8e, ñ: 0x96, í: 0x92, á: 0x87 }],
  ['es', 'José Muñoz, Lucía Ibáñez', 'DOS', { é: 0x82, ñ: 0xa4, í: 0xa1, á: 0xa0 }],
  ['pt', 'João Gonçalves, Conceição', 'mac', { ã: 0x8b, ç: 0x8d }],
  ['fr', 'Maël Le Cœur, Œdipe Roi', 'Latin 9', { ë: 0xeb, œ: 0xbd, Œ: 0xbc }],
  ['tr', 'Gülşah Yıldız, İlker Ağaoğlu', 'mac', { ü: 0x9f, ş: 0xdf, ı: 0xdd, İ: 0xdc, ğ: 0xdb }],
  ['tr', 'Gülşah Yıldız, İlker Ağaoğlu', 'DOS', { ü: 0x81, ş: 0x9f, ı: 0x8d, İ: 0x98, ğ: 0xa7 }],
  [
    'pl',
    'Łukasz Żółć, Grażyna Śliwińska',
    'mac',
    { Ł: 0xfc, Ż: 0xfb, ó: 0x97, ł: 0xb8, ć: 0x8d, ż: 0xfd, Ś: 0xe5, ń: 0xc4 },
  ],
  [
    'ar',
    'ليلى حداد, منى علي',
    'DOS',
    { ل: 0xe9, ي: 0xef, ى: 0xee, ح: 0xa5, د: 0xa7, ا: 0x9f, م: 0xea, ن: 0xeb, ع: 0xe3 },
  ],
])('names in %s, %s, are read from a file of %s', (language, text, _name, codes) => {
  const known: Record<string, number> = codes
  const bytes = Array.from(text, (letter) => known[letter] ?? letter.charCodeAt(0))
  expect(textOf(bytesOf(...bytes), language)).toBe(text)
})

test.each([
  ['de', [0x57, 0x65, 0x69, 0xdf], 'Weiß'],
  ['pl', [0x67, 0xb3, 0x6f, 0x77, 0x61], 'głowa'],
  ['uk', [0xbf, 0xe6, 0xe0, 0xea], 'їжак'],
  ['tr', [0xfe, 0xf0], 'şğ'],
  ['ar', [0xc7, 0xe1], 'ال'],
])('an older file is read in the encoding of %s', (language, bytes, text) => {
  expect(textOf(bytesOf(...bytes), language)).toBe(text)
})
