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

test.each([
  ['de', [0x57, 0x65, 0x69, 0xdf], 'Weiß'],
  ['pl', [0x67, 0xb3, 0x6f, 0x77, 0x61], 'głowa'],
  ['uk', [0xbf, 0xe6, 0xe0, 0xea], 'їжак'],
  ['tr', [0xfe, 0xf0], 'şğ'],
  ['ar', [0xc7, 0xe1], 'ال'],
])('an older file is read in the encoding of %s', (language, bytes, text) => {
  expect(textOf(bytesOf(...bytes), language)).toBe(text)
})
