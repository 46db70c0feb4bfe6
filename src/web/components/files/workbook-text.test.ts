import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readList } from './read-list.ts'
import { TooLarge, textOfWorkbook } from './workbook-text.ts'

/** Workbooks as spreadsheets save them, and as somebody does who means harm. */

interface Parts {
  sheet?: string
  hidden?: string
  strings?: string
  styles?: string
  workbook?: string
  more?: Record<string, Uint8Array>
}

const rels = (targets: string[]) =>
  `<Relationships>${targets.map((target, at) => `<Relationship Id="rId${at + 1}" Target="${target}"/>`).join('')}</Relationships>`
const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`

function workbookOf({ sheet = '', hidden = '', strings = '', styles = '', workbook = '', more = {} }: Parts) {
  return zipSync({
    'xl/workbook.xml': strToU8(
      `<workbook>${workbook}<sheets><sheet name="Old" state="hidden" r:id="rId2"/><sheet name="People" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(rels(['worksheets/sheet1.xml', '/xl/worksheets/sheet2.xml'])),
    'xl/worksheets/sheet1.xml': strToU8(sheetOf(sheet)),
    'xl/worksheets/sheet2.xml': strToU8(sheetOf(hidden)),
    'xl/sharedStrings.xml': strToU8(`<sst>${strings}</sst>`),
    'xl/styles.xml': strToU8(styles),
    ...more,
  })
}
const shown = (parts: Parts) => textOfWorkbook(workbookOf(parts)).split('\n')

test('the first visible sheet is read, line for line as the spreadsheet counts them', () => {
  const parts = {
    strings:
      '<si><t>First name</t></si><si><r><t xml:space="preserve">Müller, </t></r><r><t>&quot;Jo&quot;</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></si>',
    hidden: '<row r="1"><c r="A1" t="inlineStr"><is><t>Left long ago</t></is></c></row>',
    sheet: `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>E-mail</t></is></c></row>
      <row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3"/><c r="C3" t="inlineStr"><is><t>a
b&#x20;&amp; c</t></is></c></row>`,
  }
  expect(shown(parts)).toEqual(['First name,,E-mail', '', '"Müller, ""Jo""",,a b & c'])
})

test('numbers, dates, times and formats of numbers are what the spreadsheet shows', () => {
  const styles = `<styleSheet><numFmts count="3"><numFmt numFmtId="164" formatCode="00000"/>
    <numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="166" formatCode="[Red]0.00&quot; h&quot;"/></numFmts>
    <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs count="6"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/><xf numFmtId="22"/><xf numFmtId="166"/></cellXfs></styleSheet>`
  const cells = [
    [0, '1.2E3'],
    [1, '42'],
    [2, '46354'],
    [3, '0.25'],
    [4, '46354.75'],
    [5, '7.5'],
  ]
  const row = cells.map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`).join('')
  const sheet = `<row>${row}<c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>`
  expect(shown({ styles, sheet })).toEqual(['1200,00042,2026-11-28,06:00,2026-11-28 18:00,7.5,TRUE,#N/A'])
  expect(
    shown({ styles, sheet: '<row><c s="2"><v>44892</v></c></row>', workbook: '<workbookPr date1904="1"/>' }),
  ).toEqual(['2026-11-28'])
})

test('a formula counts as the value that was saved with it, and is never part of the text', () => {
  const sheet =
    '<row r="1"><c r="A1" t="str"><f>HYPERLINK("http://x.example")</f><v>Ada</v></c><c r="B1"><f>1+1</f><v>2</v></c><c r="C1"><f>NOW()</f></c></row>'
  expect(shown({ sheet })).toEqual(['Ada,2'])
})

test('parts with a prefix are read too', () => {
  const sheet = '<x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>Ada</x:t></x:is></x:c></x:row>'
  expect(shown({ sheet })).toEqual(['Ada'])
})

test('what would grow beyond measure is refused', () => {
  const zeros = new Uint8Array(20_000_000)
  expect(() => shown({ more: { 'xl/sharedStrings.xml': zeros } })).toThrow(TooLarge)
  // Other parts are not unpacked.
  expect(shown({ more: { 'xl/media/image1.png': zeros } })).toEqual([''])
  const far = '<row r="1048576"><c r="A1048576"><v>1</v></c></row>'
  expect(() => shown({ sheet: far })).toThrow(TooLarge)
  expect(shown({ sheet: `<row r="1"><c r="XFD1"><v>1</v></c></row>` })).toEqual([''])
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><x>&b;</x>'
  expect(() => shown({ strings: bomb })).toThrow()
})

test('a part that says it is smaller than it is takes no more than it says', () => {
  const bytes = workbookOf({ more: { 'xl/sharedStrings.xml': new Uint8Array(3_000_000).fill(0x20) } })
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 46 < bytes.length; at += 1) {
    const isEntry = view.getUint32(at, true) === 0x02014b50
    if (isEntry && view.getUint32(at + 24, true) === 3_000_000) view.setUint32(at + 24, 10, true)
  }
  expect(() => textOfWorkbook(bytes)).not.toThrow()
})

test('other files are read as text, and an archive that is no workbook is refused', async () => {
  expect(await readList(new File(['Vorname;Name'], 'people.csv'), 'de')).toBe('Vorname;Name')
  const archive = zipSync({ 'readme.txt': strToU8('Hello') })
  await expect(readList(new File([archive as BlobPart], 'people.xlsx'), 'de')).rejects.toThrow()
  await expect(readList(new File([new Uint8Array([0x50, 0x4b, 3, 4, 9])], 'cut.xlsx'), 'de')).rejects.toThrow()
  const sheet = '<row r="1"><c r="A1" t="inlineStr"><is><t>Ada</t></is></c></row>'
  expect(await readList(new File([workbookOf({ sheet }) as BlobPart], 'people.xlsx'), 'de')).toBe('Ada')
})
