import { fold } from '../../shared/words/fold.ts'

/**
 * Words by which a report suggests its department, in all languages of the screens: of the department's name, and of
 * problems that it solves. A word counts if it begins so.
 */
const kinds = [
  {
    names:
      'maintenance technik haustechnik mantenimiento manutenz manutenc techni teknik bakim технич ремонт صيانة engineering facility repair',
    words:
      'leak drip tap faucet pipe drain clog toilet flush shower sink boiler radiator heat heater air-con aircon lamp light bulb socket plug switch power fuse lift elevator lock hinge handle squeak broken crack burst flood smoke tv wifi wi-fi ' +
      'leck tropf wasserhahn rohr abfluss verstopf toilette klo dusche waschbecken heizung klima lampe licht birne glühbirne steckdose schalter strom sicherung aufzug schloss scharnier klinke quietsch kaputt defekt ' +
      'fuga gotea grifo tubería desagüe atasc inodoro ducha lavabo calefac lámpara luz bombilla enchufe interruptor ascensor cerradura bisagra manilla roto rota estropead averi ' +
      'fuite goutte robinet tuyau bouch toilettes douche lavabo chauffage clim lampe lumière ampoule prise interrupteur ascenseur serrure charnière poignée cassé panne ' +
      'perdita perde goccia rubinetto tubo scarico otturat doccia lavandino riscald lampada luce lampadina presa interruttore ascensore serratura cerniera maniglia rotto rotta guasto ' +
      'torneira cano ralo entupid sanita chuveiro lavatório aquec lâmpada tomada interruptor elevador fechadura dobradiça puxador partid avari estragad ' +
      'ciek cieknie przeciek kran rura odpływ zapch toalet prysznic umywalk ogrzew grzejnik klimatyz lampa światł żarówk gniazdk włącznik prąd winda zamek zawias klamk zepsut ' +
      'тече протік кран труб стік засміт унітаз душ раковин опален батаре кондиц лампа світло лампочк розетк вимикач струм ліфт замок завіс ручка зламан ' +
      'sızıntı sızdır damla musluk boru gider tıkan tuvalet duş lavabo kalorifer ısıt klima lamba ışık ampul priz şalter elektrik asansör kilit menteşe kapı bozuk kırık ' +
      'تسرب تسريب صنبور حنفية انبوب مجرى انسداد مرحاض دش مغسلة تدفئة مكيف مصباح ضوء لمبة مقبس كهرباء مصعد قفل مفصلة مقبض مكسور معطل عطل',
  },
  {
    names:
      'housekeep hausdamen zimmer étages piani andares pięter хаускіпінг kat التدبير cleaning reinigung limpieza entretien pulizie limpeza sprzątanie прибирання temizlik نظافة',
    words:
      'towel linen sheet pillow blanket duvet bed dirty dirt stain dust clean soap shampoo minibar bin hair smell ' +
      'handtuch handtüch bettwäsche laken kissen decke bett schmutz dreck fleck staub putzen sauber seife müll haare riecht ' +
      'toalla sábana almohada manta cama sucio sucia mancha polvo limpi jabón basura pelo huele ' +
      'serviette drap oreiller couverture lit sale tache poussière nettoy savon poubelle cheveux odeur ' +
      'asciugaman lenzuol cuscino coperta letto sporc macchia polvere pulire sapone cestino capelli odore ' +
      'toalha lençol lençóis almofada cobertor cama suj mancha limpar sabonete lixo cabelo cheir ' +
      'ręcznik pościel prześcierad poduszk koc łóżko brudn plam kurz sprząt mydło śmieci włosy zapach ' +
      'рушник постіль простирад подушк ковдр ліжко бруд пляма пил прибрат мило сміття волосся запах ' +
      'havlu çarşaf yastık battaniye yatak kirli leke toz temiz sabun çöp saç koku ' +
      'منشفة مناشف شرشف وسادة بطانية سرير متسخ وسخ بقعة غبار تنظيف صابون قمامة شعر رائحة',
  },
  {
    names: 'kitchen küche cocina cuisine cucina cozinha kuchnia кухня mutfak مطبخ back-of-house',
    words:
      'oven stove fridge freezer dishwasher fryer food ofen herd kühlschrank tiefkühl spülmaschine fritteuse horno nevera congelador lavavajillas freidora four frigo congélateur lave-vaisselle friteuse forno frigorifero congelatore lavastoviglie friggitrice frigorífico fritadeira piekarnik lodówk zamrażark zmywark frytkownic духовк холодильник морозил посудомий фритюр fırın buzdolab dondurucu bulaşık fritöz فرن ثلاجة مجمد غسالة مقلاة',
  },
  {
    names: 'grounds garden garten außenanlage jardin jardín giardin ogród сад bahçe حديقة outdoor',
    words:
      'lawn grass hedge tree branch garden sprinkler pool path snow rasen hecke baum äste garten pool schnee césped seto árbol jardín piscina nieve pelouse haie arbre jardin piscine neige prato siepe albero giardino piscina neve relva sebe árvore jardim trawnik żywopłot drzewo ogród basen śnieg газон дерево сад басейн сніг çim çit ağaç bahçe havuz kar عشب شجرة حديقة مسبح ثلج',
  },
].map(({ names, words }) => ({ names: stemsOf(names), words: stemsOf(words) }))

function stemsOf(text: string) {
  return text.split(' ').map((word) => fold(word))
}

/** A text's words in their compared form; Arabic ones without the article and what stands before it. */
const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}-]+/u)
    .map((word) => word.replace(/^(?:وال|بال|لل|ال)/u, ''))

const begins = (word: string, stems: string[]) => stems.some((stem) => word.startsWith(stem))

/**
 * The department that solves such problems, by the words of a report; undefined if none, or more than one, fits. It is
 * a suggestion alone.
 */
export function departmentByWords<D extends { id: number; name: string }>(text: string, departments: readonly D[]) {
  const words = wordsOf(text)
  const counted = kinds
    .map(({ names, words: stems }) => ({ names, count: words.filter((word) => begins(word, stems)).length }))
    .sort((a, b) => b.count - a.count)
  const [best, next] = counted
  if (!best || best.count === 0 || best.count === next?.count) return undefined
  const fitting = departments.filter(({ name }) => wordsOf(name).some((word) => begins(word, best.names)))
  return fitting.length === 1 ? fitting[0] : undefined
}
