import type { Scene, Shape } from '../src/server/sample/draw.ts'

/** The photos of the sample hotel, as drawings. */

/** A figure of a display with seven bars, 20 units wide and 36 high. */
const figures: Record<string, string> = {
  0: 'abcdef',
  1: 'bc',
  2: 'abged',
  3: 'abgcd',
  4: 'fgbc',
  5: 'afgcd',
  6: 'afgedc',
  7: 'abc',
  8: 'abcdefg',
  9: 'abcdfg',
}
const bars: Record<string, readonly [readonly [number, number], readonly [number, number]]> = {
  a: [
    [3, 0],
    [17, 0],
  ],
  b: [
    [20, 3],
    [20, 15],
  ],
  c: [
    [20, 21],
    [20, 33],
  ],
  d: [
    [3, 36],
    [17, 36],
  ],
  e: [
    [0, 21],
    [0, 33],
  ],
  f: [
    [0, 3],
    [0, 15],
  ],
  g: [
    [3, 18],
    [17, 18],
  ],
}
const display = (text: string, x: number, y: number, fill: Shape['fill']): Shape[] =>
  [...text].flatMap((figure, place) =>
    [...(figures[figure] ?? '')].map((bar): Shape => {
      const ends = bars[bar] ?? []
      return { kind: 'line', through: ends.map(([dx, dy]) => [x + place * 34 + dx, y + dy] as const), width: 5, fill }
    }),
  )

const drop = (x: number, y: number): Shape[] => [
  { kind: 'ellipse', at: [x, y], radius: [5, 6], fill: '#7fc4ea' },
  {
    kind: 'line',
    through: [
      [x, y - 12],
      [x, y - 3],
    ],
    width: 3,
    fill: '#7fc4ea',
  },
]

/** Tiles of a wall: their joints. */
const joints = (fill: Shape['fill'], step: number): Shape[] => [
  ...Array.from(
    { length: Math.floor(400 / step) },
    (_, at): Shape => ({
      kind: 'line',
      through: [
        [(at + 1) * step, 0],
        [(at + 1) * step, 300],
      ],
      width: 2.5,
      fill,
    }),
  ),
  ...Array.from(
    { length: Math.floor(300 / step) },
    (_, at): Shape => ({
      kind: 'line',
      through: [
        [0, (at + 1) * step],
        [400, (at + 1) * step],
      ],
      width: 2.5,
      fill,
    }),
  ),
]

export const pictures = {
  leak: {
    top: '#d9e1e6',
    bottom: '#b7c3ca',
    shapes: [
      ...joints('#c6d0d6', 80),
      { kind: 'ellipse', at: [200, 40], radius: [150, 52], fill: '#f7f9fa' },
      { kind: 'ellipse', at: [200, 30], radius: [126, 38], fill: '#e3e9ec' },
      { kind: 'rect', at: [182, 84], size: [36, 54], round: 6, fill: '#8f9aa1' },
      {
        kind: 'line',
        through: [
          [200, 132],
          [200, 188],
          [262, 188],
          [262, 140],
          [400, 140],
        ],
        width: 26,
        fill: '#a9b3b9',
      },
      {
        kind: 'line',
        through: [
          [204, 132],
          [204, 182],
        ],
        width: 5,
        fill: '#cfd6da',
      },
      { kind: 'rect', at: [180, 172], size: [40, 16], round: 4, fill: '#76828a' },
      ...drop(192, 222),
      ...drop(210, 246),
      { kind: 'ellipse', at: [198, 278], radius: [120, 17], fill: '#8fc6e4' },
      { kind: 'ellipse', at: [180, 275], radius: [66, 8], fill: '#b7dcef' },
    ],
  },
  fridge: {
    top: '#eceff1',
    bottom: '#cdd5d9',
    shapes: [
      { kind: 'rect', at: [40, 20], size: [320, 270], round: 18, fill: '#f8fafb' },
      {
        kind: 'line',
        through: [
          [44, 150],
          [356, 150],
        ],
        width: 3,
        fill: '#c3ccd1',
      },
      { kind: 'rect', at: [66, 176], size: [14, 84], round: 7, fill: '#9aa7ae' },
      { kind: 'rect', at: [66, 48], size: [14, 74], round: 7, fill: '#9aa7ae' },
      { kind: 'rect', at: [128, 54], size: [168, 70], round: 10, fill: '#1c262b' },
      ...display('94', 158, 71, '#ff6b57'),
      { kind: 'ellipse', at: [185, 110], radius: [3, 3], fill: '#ff6b57' },
      { kind: 'ellipse', at: [244, 74], radius: [5, 5], fill: '#ff6b57' },
      { kind: 'ellipse', at: [244, 74], radius: [2.4, 2.4], fill: '#1c262b' },
      {
        kind: 'line',
        through: [
          [272, 76],
          [260, 76],
          [256, 82],
          [256, 100],
          [260, 106],
          [272, 106],
        ],
        width: 5,
        fill: '#ff6b57',
      },
    ],
  },
  lamp: {
    top: '#4b4238',
    bottom: '#2f2a25',
    shapes: [
      { kind: 'rect', at: [0, 228], size: [400, 72], fill: '#6e5138' },
      {
        kind: 'line',
        through: [
          [200, 228],
          [200, 110],
        ],
        width: 10,
        fill: '#b99b62',
      },
      { kind: 'ellipse', at: [200, 230], radius: [54, 12], fill: '#b99b62' },
      { kind: 'rect', at: [160, 46], size: [80, 72], round: 8, fill: '#cbbda3' },
      {
        kind: 'line',
        through: [
          [226, 46],
          [208, 72],
          [230, 88],
          [214, 118],
        ],
        width: 4,
        fill: '#4b4238',
      },
      { kind: 'ellipse', at: [296, 252], radius: [26, 8], fill: '#cbbda3' },
      {
        kind: 'line',
        through: [
          [120, 262],
          [138, 254],
        ],
        width: 6,
        fill: '#cbbda3',
      },
    ],
  },
  towels: {
    top: '#e8ddd0',
    bottom: '#cdb9a3',
    shapes: [
      { kind: 'rect', at: [0, 236], size: [400, 64], fill: '#9b7653' },
      ...(['#f5f7f8', '#d3e4ea', '#f5f7f8', '#a9c9d4', '#f5f7f8'] as const).flatMap((fill, at): Shape[] => [
        { kind: 'rect', at: [92, 64 + at * 35], size: [216, 33], round: 14, fill },
        {
          kind: 'line',
          through: [
            [112, 90 + at * 35],
            [288, 90 + at * 35],
          ],
          width: 2.5,
          fill: '#c9d3d8',
        },
      ]),
    ],
  },
  tile: {
    top: '#c9d8d4',
    bottom: '#aebfba',
    shapes: [
      ...joints('#eef3f1', 100),
      {
        kind: 'line',
        through: [
          [112, 108],
          [146, 142],
          [138, 168],
          [178, 192],
        ],
        width: 4,
        fill: '#5c6b66',
      },
      {
        kind: 'line',
        through: [
          [146, 142],
          [184, 130],
        ],
        width: 3,
        fill: '#5c6b66',
      },
      {
        kind: 'line',
        through: [
          [138, 168],
          [114, 188],
        ],
        width: 3,
        fill: '#5c6b66',
      },
      { kind: 'ellipse', at: [186, 192], radius: [12, 6], fill: '#7b8a85' },
    ],
  },
  bed: {
    top: '#dfe5ea',
    bottom: '#c9d1d8',
    shapes: [
      { kind: 'rect', at: [0, 236], size: [400, 64], fill: '#a98a68' },
      { kind: 'rect', at: [40, 60], size: [320, 96], round: 12, fill: '#6b5642' },
      { kind: 'rect', at: [48, 142], size: [304, 104], round: 14, fill: '#f6f8f9' },
      { kind: 'rect', at: [74, 108], size: [112, 56], round: 18, fill: '#ffffff' },
      { kind: 'rect', at: [214, 108], size: [112, 56], round: 18, fill: '#ffffff' },
      { kind: 'rect', at: [48, 188], size: [304, 46], round: 8, fill: '#3f6f86' },
      {
        kind: 'line',
        through: [
          [60, 200],
          [340, 200],
        ],
        width: 3,
        fill: '#5c8aa0',
      },
    ],
  },
} satisfies Record<string, Scene>
