import type { Texts } from '../texts.ts'

export const es: Texts = {
  decimal: ',',
  families: {
    vapour: {
      noun: 'freno de vapor',
      intro: 'Freno de vapor de humedad variable para cubiertas herméticas & duraderas.',
      uses: [
        'Lado cálido de cubiertas inclinadas aisladas',
        'Muros de entramado con aislamiento completo',
        'Rehabilitación desde el interior (colocación «sub-and-top»)',
      ],
    },
    underlay: {
      noun: 'lámina bajo teja',
      intro: 'Lámina transpirable e impermeable con dos bandas adhesivas integradas.',
      uses: [
        'Cubiertas desde 15° sobre tablero',
        'Directamente sobre el aislante, 0 mm de cámara',
        'Cubierta provisional hasta 6 semanas',
      ],
    },
    facade: {
      noun: 'lámina para fachadas',
      intro: 'Cortavientos estable a los UV para revestimientos con juntas abiertas < 35 mm.',
      uses: [
        'Fachadas ventiladas con juntas abiertas',
        'Revestimientos de metal & vidrio',
        'Hastiales y laterales de buhardillas',
      ],
    },
    tape: {
      noun: 'cinta de hermeticidad',
      intro: 'Cinta acrílica muy adhesiva para solapes, uniones y reparaciones.',
      uses: [
        'Solapes de frenos de vapor',
        'Juntas de tableros OSB & contrachapado',
        'Encuentros con madera lisa y cepillada',
      ],
    },
    windowTape: {
      noun: 'cinta para ventanas',
      intro: 'Cinta de fieltro enlucible para ventanas y puertas, dentro y fuera.',
      uses: [
        'Encuentros interiores & exteriores de ventanas',
        'Puertas de entrada y correderas elevables',
        'Elementos prefabricados de hormigón',
      ],
    },
    jointTape: {
      noun: 'cinta expansiva para juntas',
      intro: 'Cinta de espuma precomprimida que cierra juntas frente a la lluvia batiente.',
      uses: [
        'Juntas de conexión de ventanas',
        'Juntas de dilatación en fachadas',
        'Juntas entre elementos de madera',
      ],
    },
    adhesive: {
      noun: 'adhesivo para láminas',
      intro: 'Adhesivo siempre elástico para unir láminas a paredes & suelos.',
      uses: [
        'Frenos de vapor sobre fábrica',
        'Láminas en chimeneas y bordes',
        'Soportes rugosos, porosos o irregulares',
      ],
    },
    primer: {
      noun: 'imprimación de adherencia',
      intro: 'Imprimación sin disolventes que consolida superficies absorbentes y arenosas.',
      uses: ['Tableros de fibra de madera', 'Hormigón, ladrillo & enlucido', 'Antes de todo pegado a < 5 °C'],
    },
    liquidMembrane: {
      noun: 'membrana líquida',
      intro: 'Masa monocomponente con fibras: sin juntas, puentea fisuras, hermética.',
      uses: [
        'Encuentros de techos & paredes',
        'Pasos de geometría difícil',
        'Zócalos de edificios de madera',
      ],
    },
    sleeve: {
      noun: 'manguito de sellado',
      intro: 'Manguito flexible para pasos herméticos de cables y tubos, «plug & play».',
      uses: ['Cables de 6–12 mm', 'Tubos de Ø 50 a 125 mm', 'Montaje posterior con manguito abierto'],
    },
  },
  groups: {
    membrane: {
      advantages: [
        'Alta resistencia al desgarro por clavo',
        'Corte fácil por la cuadrícula impresa',
        'Translúcida: los montantes se ven',
        'Envejecimiento ensayado más de 5000 h',
        'Bajas emisiones, clase A+ (<1 µg/m³)',
        'Apta para insuflado, sin abombarse',
      ],
      limits: [
        'Cerrar los solapes el mismo día',
        'No colocar sobre madera mojada o helada',
        'Proteger de UV permanentes & disolventes',
      ],
      substrates: [
        'Madera cepillada o aserrada',
        'Tableros derivados de la madera',
        'Paneles aislantes rígidos',
      ],
    },
    tape: {
      advantages: [
        'Pega al instante, incluso a −10 °C',
        'Se rasga con la mano',
        'Papel protector dividido para esquinas',
        'Sin disolventes & plastificantes',
        'Enlucible',
      ],
      limits: [
        'Presionar bien con rodillo',
        'Soporte seco, sin polvo ni grasa',
        'Evitar tracción sobre el pegado',
      ],
      substrates: [
        'Láminas de PE, PP & PA',
        'Tableros OSB, contrachapado y MDF',
        'Metal, plástico duro, hormigón liso',
      ],
    },
    liquid: {
      advantages: [
        'Sigue elástico hasta −40 °C',
        'Casi sin olor, «EC1 Plus»',
        'Compatible con todas nuestras láminas',
        'Secado rápido: transitable tras 3 h',
        'Herramientas lavables con agua',
      ],
      limits: [
        'No aplicar sobre agua estancada',
        'Proteger de heladas & sol directo',
        'Probar antes la adherencia en soportes desconocidos',
      ],
      substrates: [
        'Fábrica, enlucido & hormigón',
        'Madera y derivados',
        'Acero galvanizado, aluminio < 3 mm',
      ],
    },
    sleeve: {
      advantages: [
        'Sellado en segundos',
        'Se estira sin romperse',
        'Autoadhesivo en todo el contorno',
        'Despegable hasta 3 × antes del pegado final',
      ],
      limits: [
        'Respetar el intervalo de diámetros',
        'No doblar bruscamente tras el manguito',
        'Imprimar superficies arenosas',
      ],
      substrates: ['Frenos de vapor', 'Yeso laminado & fibra-yeso', 'Fábrica imprimada'],
    },
  },
  units: {
    roll: 'rollo',
    cartridge: 'cartucho',
    bucket: 'cubo',
    bottle: 'botella',
    piece: 'pieza',
    carton: 'caja',
    pallet: 'palé',
  },
  attributes: {
    sd: 'Valor Sd',
    fire: 'Reacción al fuego',
    tensile: 'Resistencia a la tracción long./transv.',
    elongation: 'Alargamiento de rotura',
    temperature: 'Resistencia a la temperatura',
    watertight: 'Estanquidad al agua',
    uv: 'Exposición a la intemperie',
    colour: 'Color',
    grammage: 'Gramaje',
    thickness: 'Espesor',
    jointClass: 'Grupo de solicitación',
    rain: 'Estanquidad a la lluvia batiente',
    shelf: 'Caducidad',
    volume: 'Contenido',
    coverage: 'Rendimiento',
  },
  materials: {
    carrier: 'Soporte',
    film: 'Film funcional',
    mesh: 'Refuerzo',
    adhesive: 'Adhesivo',
    liner: 'Lámina protectora',
    binder: 'Aglutinante',
    foam: 'Espuma',
  },
  colours: { black: 'negro', white: 'blanco', grey: 'gris', blue: 'azul', green: 'verde', red: 'rojo' },
  words: {
    to: 'a',
    months: 'meses',
    hours: 'horas',
    note: 'Atención:',
    noteText: 'la normativa local prevalece sobre estos datos.',
    more: 'Detalles y planos se encuentran en nuestra',
    moreLink: 'guía de diseño',
    places: ['obra nueva', 'rehabilitación & reforma'],
    substrates: 'Soportes adecuados:',
    observe: 'Antes de empezar:',
    step: 'Paso',
    condition: 'Condición',
    storage: 'Almacenamiento',
    processing: 'Aplicación',
    datasheet: 'Ficha técnica',
    safety: 'Ficha de datos de seguridad',
    performance: 'Declaración de prestaciones',
    item: 'Referencia',
  },
}
