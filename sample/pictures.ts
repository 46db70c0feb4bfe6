import type { Colour, Point, Scene, Shape } from '../src/server/sample/draw.ts'
import { nameAmong, tableSectionsOf } from './tables.ts'

/** The photos of the sample hotel, as drawings. */

/** The bars of each figure of a display, from 0 to 9. */
const figures = ['abcdef', 'bc', 'abged', 'abgcd', 'fgbc', 'afgcd', 'afgedc', 'abc', 'abcdefg', 'abcdfg']
/** Where each bar begins and ends in a figure of 20 by 36 units. */
const bars: Record<string, string> = {
  ...{
    a: '3,0 17,0',
    b: '20,3 20,15',
    c: '20,21 20,33',
    d: '3,36 17,36',
    e: '0,21 0,33',
    f: '0,3 0,15',
    g: '3,18 17,18',
  },
}

/** Points are x,y. A rectangle has its corner, size and rounding, an ellipse its middle and radii, a line its width. */
const table = `
# leak | top #d9e1e6 | bottom #b7c3ca
joints 80 #c6d0d6
ellipse 200,40 150,52 #f7f9fa
ellipse 200,30 126,38 #e3e9ec
rect 182,84 36,54 6 #8f9aa1
line 200,132 200,188 262,188 262,140 400,140 26 #a9b3b9
line 204,132 204,182 5 #cfd6da
rect 180,172 40,16 4 #76828a
drop 192,222
drop 210,246
ellipse 198,278 120,17 #8fc6e4
ellipse 180,275 66,8 #b7dcef

# fridge | top #eceff1 | bottom #cdd5d9
rect 40,20 320,270 18 #f8fafb
line 44,150 356,150 3 #c3ccd1
rect 66,176 14,84 7 #9aa7ae
rect 66,48 14,74 7 #9aa7ae
rect 128,54 168,70 10 #1c262b
display 94 158,71 #ff6b57
ellipse 185,110 3,3 #ff6b57
ellipse 244,74 5,5 #ff6b57
ellipse 244,74 2.4,2.4 #1c262b
line 272,76 260,76 256,82 256,100 260,106 272,106 5 #ff6b57

# lamp | top #4b4238 | bottom #2f2a25
rect 0,228 400,72 0 #6e5138
line 200,228 200,110 10 #b99b62
ellipse 200,230 54,12 #b99b62
rect 160,46 80,72 8 #cbbda3
line 226,46 208,72 230,88 214,118 4 #4b4238
ellipse 296,252 26,8 #cbbda3
line 120,262 138,254 6 #cbbda3

# towels | top #e8ddd0 | bottom #cdb9a3
rect 0,236 400,64 0 #9b7653
rect 92,64 216,33 14 #f5f7f8
line 112,90 288,90 2.5 #c9d3d8
rect 92,99 216,33 14 #d3e4ea
line 112,125 288,125 2.5 #c9d3d8
rect 92,134 216,33 14 #f5f7f8
line 112,160 288,160 2.5 #c9d3d8
rect 92,169 216,33 14 #a9c9d4
line 112,195 288,195 2.5 #c9d3d8
rect 92,204 216,33 14 #f5f7f8
line 112,230 288,230 2.5 #c9d3d8

# tile | top #c9d8d4 | bottom #aebfba
joints 100 #eef3f1
line 112,108 146,142 138,168 178,192 4 #5c6b66
line 146,142 184,130 3 #5c6b66
line 138,168 114,188 3 #5c6b66
ellipse 186,192 12,6 #7b8a85

# bed | top #dfe5ea | bottom #c9d1d8
rect 0,236 400,64 0 #a98a68
rect 40,60 320,96 12 #6b5642
rect 48,142 304,104 14 #f6f8f9
rect 74,108 112,56 18 #ffffff
rect 214,108 112,56 18 #ffffff
rect 48,188 304,46 8 #3f6f86
line 60,200 340,200 3 #5c8aa0
`

export const pictureNames = ['leak', 'fridge', 'lamp', 'towels', 'tile', 'bed'] as const
export type PictureName = (typeof pictureNames)[number]

const pointOf = (text = '0,0') => text.split(',').map(Number) as unknown as Point
const line = (through: Point[], width: number, fill: Colour): Shape => ({ kind: 'line', through, width, fill })

/** The shapes that one line of the table stands for. */
function shapesOf(text: string): Shape[] {
  const [kind, ...words] = text.split(' ')
  const fill = words.at(-1) as Colour
  if (kind === 'rect') {
    const [at, size, round] = words
    return [{ kind, at: pointOf(at), size: pointOf(size), round: Number(round), fill }]
  }
  if (kind === 'ellipse') return [{ kind, at: pointOf(words[0]), radius: pointOf(words[1]), fill }]
  if (kind === 'line') return [line(words.slice(0, -2).map(pointOf), Number(words.at(-2)), fill)]
  if (kind === 'joints') return jointsOf(Number(words[0]), fill)
  if (kind === 'display') return displayOf(words[0] ?? '', pointOf(words[1]), fill)
  const [x, y] = pointOf(words[0])
  const water = '#7fc4ea'
  return [
    { kind: 'ellipse', at: [x, y], radius: [5, 6], fill: water },
    line([[x, y - 12] as const, [x, y - 3] as const], 3, water),
  ]
}

/** The joints between the tiles of a wall. */
function jointsOf(step: number, fill: Colour): Shape[] {
  const places = (length: number) => Array.from({ length: Math.floor(length / step) }, (_, at) => (at + 1) * step)
  const across = places(400).map((x) => line([[x, 0] as const, [x, 300] as const], 2.5, fill))
  return [...across, ...places(300).map((y) => line([[0, y] as const, [400, y] as const], 2.5, fill))]
}

const displayOf = (text: string, [x, y]: Point, fill: Colour): Shape[] =>
  [...text].flatMap((figure, place) =>
    [...(figures[Number(figure)] ?? '')].map((bar) => {
      const ends = (bars[bar] ?? '').split(' ').map(pointOf)
      return line(
        ends.map(([dx, dy]) => [x + place * 34 + dx, y + dy] as const),
        5,
        fill,
      )
    }),
  )

export const pictures = Object.fromEntries<Scene>(
  tableSectionsOf(table, ['top', 'bottom']).map(({ head, fields: { top, bottom }, entries }) => [
    nameAmong(pictureNames, head),
    { top: top as Colour, bottom: bottom as Colour, shapes: entries.flatMap((entry) => shapesOf(entry.head)) },
  ]),
) as Record<PictureName, Scene>
