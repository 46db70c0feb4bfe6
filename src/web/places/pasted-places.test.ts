import { describe, expect, test } from 'vitest'
import { processorTimeOf } from '../../../test/support/processor-time.ts'
import { MAX_PLACES_PER_CALL } from '../../shared/places.ts'
import { fold } from '../../shared/words/fold.ts'
import { type PlaceChoices, pastedPlaces } from './pasted-places.ts'
import { rangeIn } from './pasted-ranges.ts'

const departments = new Map([
  ['housekeeping', { id: 1, mayManage: true }],
  ['frontoffice', { id: 2, mayManage: true }],
  ['kuche', { id: 3, mayManage: false }],
  ['التدبير المنزلي', { id: 4, mayManage: true }],
])
const columns = new Map<string, 'name' | 'department'>(
  ['zimmer', 'habitacion', 'room', 'الغرفة'].map((name): [string, 'name'] => [fold(name), 'name']),
)
for (const name of ['abteilung', 'departamento', 'department', 'القسم']) columns.set(fold(name), 'department')
const none: PlaceChoices = {
  ...{
    departmentId: null,
    meanings: new Map(),
    corrections: new Map(),
    whole: new Set<string>(),
    leftOut: new Set<string>(),
  },
}
const read = (text: string, choices: Partial<PlaceChoices> = {}, taken: string[] = []) =>
  pastedPlaces(text, { columns, departments, taken: new Set(taken.map(fold)) }, { ...none, ...choices })
const namesIn = (text: string, choices?: Partial<PlaceChoices>) => read(text, choices).places.map(({ name }) => name)
const faultsIn = (text: string, taken?: string[]) =>
  read(text, {}, taken).places.map(({ faults }) => faults.map(({ id }) => id).join())

describe('a range', () => {
  test.each([
    ['101–160', 60, '101', '160'],
    ['101-160', 60, '101', '160'],
    ['A1–A12', 12, 'A1', 'A12'],
    ['A1-12', 12, 'A1', 'A12'],
    ['a1 – A3', 3, 'a1', 'a3'],
    ['Room 101 to Room 110', 10, 'Room 101', 'Room 110'],
    ['Zimmer 01 bis 12', 12, 'Zimmer 01', 'Zimmer 12'],
    ['Habitación 8 a 11', 4, 'Habitación 8', 'Habitación 11'],
    ['1-101 – 1-110', 10, '1-101', '1-110'],
    ['101a–104a', 4, '101a', '104a'],
    ['٢٠١–٢٦٠', 60, '٢٠١', '٢٦٠'],
    ['غرفة ٩ إلى ١١', 3, 'غرفة ٩', 'غرفة ١١'],
    ['۱–۳', 3, '۱', '۳'],
    ['007...010', 4, '007', '010'],
  ])('%s', (text, count, first, last) => {
    const range = rangeIn(text)
    expect([range?.count, range?.names(500)[0], range?.names(500).at(-1)]).toEqual([count, first, last])
  })

  test.each([
    'Lobby',
    '101',
    'Suite Wien-Graz',
    '101-A',
    'A1–B12',
    'Pool 2, left',
    '1'.repeat(5_000),
    `${'1-'.repeat(3_000)}`,
  ])('is not %s', (text) => expect(rangeIn(text)).toBeUndefined())

  test('of millions takes no time, and is counted', () => {
    const { places, count } = read('1-999999999')
    expect([places.length, count]).toEqual([MAX_PLACES_PER_CALL, 999_999_999])
    expect(read('1-400\n1001-1400').places).toHaveLength(MAX_PLACES_PER_CALL)
  })

  test('that ends before it begins is a fault until somebody keeps it', () => {
    expect(faultsIn('101-60')[0]).toContain('ends before it begins')
    const kept = read('101-60', { whole: new Set(['1 101-60']) }).places
    expect(kept.map(({ name, faults }) => [name, faults])).toEqual([['101-60', []]])
  })

  test('can be the name of one place', () => {
    expect(read('Table 12-14').places[0]?.range).toEqual({ text: 'Table 12-14', count: 3 })
    expect(namesIn('Table 12-14', { whole: new Set(['1 Table 12-14']) })).toEqual(['Table 12-14'])
  })
})

describe('a list', () => {
  test('of one line makes sixty places, with the words behind it', () => {
    const { places, unknown } = read('101–160, Floor 1')
    expect(places).toHaveLength(60)
    expect([places[0]?.name, places[59]?.name, unknown]).toEqual(['101, Floor 1', '160, Floor 1', ['Floor 1']])
    expect(places.every(({ faults }) => faults.length === 0)).toBe(true)
    expect(namesIn('101–102, Floor 1', { meanings: new Map([['floor 1', 'none']]) })).toEqual(['101', '102'])
    const meant = read('101–102, Floor 1', { meanings: new Map([['floor 1', 2]]) })
    expect(meant.places.map(({ name, departmentId }) => [name, departmentId])).toEqual([
      ['101', 2],
      ['102', 2],
    ])
  })

  test('has lines with several numbers, bullets and headings', () => {
    expect(namesIn('101, 102, 105-107')).toEqual(['101', '102', '105', '106', '107'])
    expect(namesIn('• Lobby\n- Pool bar')).toEqual(['Lobby', 'Pool bar'])
    const { places } = read('Front-Office:\nLobby\nSafe\nFloor 2:\n201-202')
    expect(places.map(({ name, departmentId }) => [name, departmentId])).toEqual([
      ['Lobby', 2],
      ['Safe', 2],
      ['201, Floor 2', null],
      ['202, Floor 2', null],
    ])
  })

  test('in Arabic has its own commas, digits and marks of direction, and no good line is refused', () => {
    const { places, unknown } = read('\u200f٢٠١–٢٠٣، الطابق ٢\r\nالمسبح؛ التدبير المنزلي\r\n\u202bالبهو\u202c')
    expect(places.map(({ name, departmentId, faults }) => [name, departmentId, faults.length])).toEqual([
      ['٢٠١، الطابق ٢', null, 0],
      ['٢٠٢، الطابق ٢', null, 0],
      ['٢٠٣، الطابق ٢', null, 0],
      ['المسبح', 4, 0],
      ['البهو', null, 0],
    ])
    expect(unknown).toEqual(['الطابق ٢'])
  })
})

describe('a table', () => {
  test('from a German Excel, by tabs or semicolons, with quotes', () => {
    const tabs = read('Etage\tZimmer\tAbteilung\r\n1\t101\tHousekeeping\r\n1\t"Suite\n""Wien"""\tFront-Office')
    expect(tabs.places.map(({ name, departmentId, line }) => [name, departmentId, line])).toEqual([
      ['101', 1, 2],
      ['Suite "Wien"', 2, 3],
    ])
    expect(tabs.unused).toEqual(['Etage'])
    expect(namesIn('sep=;\nZimmer;Abteilung\n101-103;Housekeeping\n"Bar; innen";')).toEqual([
      ...['101', '102', '103', 'Bar; innen'],
    ])
  })

  test('from a Spanish CSV file', () => {
    const { places } = read('Habitación,Departamento\n"Salón, planta 1",Housekeeping\n12,Front office\n')
    expect(places.map(({ name, departmentId }) => [name, departmentId])).toEqual([
      ['Salón, planta 1', 1],
      ['12', 2],
    ])
  })

  test('of one column has a heading, and its lines may have more', () => {
    expect(namesIn('Zimmer\n101–102, Floor 1')).toEqual(['101, Floor 1', '102, Floor 1'])
  })

  test('marks a department that nobody knows, until somebody says which is meant', () => {
    const text = 'Zimmer;Abteilung\n101;Etage\n102;Küche\n;Housekeeping'
    expect(faultsIn(text)).toEqual([
      'There is no department "{name}".',
      'You cannot create places for {department}.',
      'Name is required',
    ])
    expect(read(text).unknown).toEqual(['Etage'])
    expect(read(text, { meanings: new Map([['etage', 1]]) }).places[0]).toMatchObject({ departmentId: 1, faults: [] })
  })
})

describe('a place', () => {
  test('with the name of another is marked, with its line', () => {
    expect(faultsIn('101\n102\n101', ['102'])).toEqual([
      ...['', 'There is a place with this name already', 'Line {line} has the same name'],
    ])
    expect(faultsIn('201\n٢٠١')).toEqual(['', 'Line {line} has the same name'])
  })

  test('that is left out takes no name from another', () => {
    const [first] = read('101\n101').places
    expect(read('101\n101', { leftOut: new Set([first?.key ?? '']) }).places[1]?.faults).toEqual([])
  })

  test('is corrected in place', () => {
    const { places } = read(`101\n101\n${'x'.repeat(101)}`)
    expect(places.map(({ faults }) => faults.length)).toEqual([0, 1, 1])
    const corrections = new Map([
      [places[1]?.key ?? '', { name: '101a', departmentId: 1 }],
      [places[2]?.key ?? '', { name: 'Cellar', departmentId: null }],
    ])
    expect(
      read(`101\n101\n${'x'.repeat(101)}`, { corrections }).places.map(({ name, faults }) => [name, faults]),
    ).toEqual([
      ['101', []],
      ['101a', []],
      ['Cellar', []],
    ])
  })

  test.each(['', '\n\n', ';;;', '"', '"""', ',', '\ufeff', 'a\tb\tc\td', '-', ':'])(
    '%j makes nothing throw',
    (text) => {
      expect(() => read(text)).not.toThrow()
    },
  )
})

describe('a text of a megabyte is read in no time:', () => {
  test.each([
    ['short lines', 'a\n'.repeat(500_000)],
    ['ranges', '1-400\n'.repeat(150_000)],
    ['quotes', '"'.repeat(1_000_000)],
    ['quotes behind commas', ',"a'.repeat(300_000)],
    ['digits', '1'.repeat(1_000_000)],
    ['dashes', '1-'.repeat(500_000)],
    ['commas', ','.repeat(1_000_000)],
    ['words', 'Zimmer '.repeat(150_000)],
    ['a table', `Zimmer;Abteilung\n${'101;Etage\n'.repeat(90_000)}`],
  ])('%s', (_, text) => {
    const time = processorTimeOf(() => expect(read(text).places.length).toBeLessThanOrEqual(MAX_PLACES_PER_CALL))
    expect(time).toBeLessThan(10_000)
  })
})
