import type { Texts } from '../texts.ts'

export const it: Texts = {
  decimal: ',',
  families: {
    vapour: {
      noun: 'freno al vapore',
      intro: 'Freno al vapore igrovariabile per coperture ermetiche & durevoli.',
      uses: [
        'Lato caldo di tetti inclinati isolati',
        'Pareti a telaio interamente isolate',
        'Risanamento dall’interno (posa “sub-and-top”)',
      ],
    },
    underlay: {
      noun: 'membrana sottotetto',
      intro: 'Telo traspirante e impermeabile con due strisce adesive integrate.',
      uses: [
        'Tetti da 15° su tavolato continuo',
        'Direttamente sull’isolante, 0 mm d’aria',
        'Copertura provvisoria fino a 6 settimane',
      ],
    },
    facade: {
      noun: 'membrana per facciate',
      intro: 'Telo antivento stabile ai raggi UV per rivestimenti con fughe aperte < 35 mm.',
      uses: [
        'Facciate ventilate a fughe aperte',
        'Rivestimenti in metallo & vetro',
        'Timpani e spallette di abbaini',
      ],
    },
    tape: {
      noun: 'nastro per tenuta all’aria',
      intro: 'Nastro acrilico molto adesivo per sormonti, giunti e riparazioni.',
      uses: [
        'Sormonti di freni al vapore',
        'Giunti di pannelli OSB & compensato',
        'Raccordi al legno liscio e piallato',
      ],
    },
    windowTape: {
      noun: 'nastro per serramenti',
      intro: 'Nastro in tessuto non tessuto, intonacabile, per finestre e porte, dentro e fuori.',
      uses: [
        'Raccordi interni & esterni di finestre',
        'Portoncini e porte alzanti scorrevoli',
        'Elementi prefabbricati in calcestruzzo',
      ],
    },
    jointTape: {
      noun: 'nastro espandente',
      intro: 'Nastro in schiuma precompressa che chiude le fughe alla pioggia battente.',
      uses: [
        'Fughe di raccordo delle finestre',
        'Giunti di dilatazione in facciata',
        'Fughe tra elementi in legno',
      ],
    },
    adhesive: {
      noun: 'colla per membrane',
      intro: 'Colla sempre elastica per il raccordo di membrane a pareti & pavimenti.',
      uses: [
        'Freni al vapore su muratura',
        'Teli sottotetto a camini e bordi',
        'Fondi ruvidi, porosi o irregolari',
      ],
    },
    primer: {
      noun: 'fondo aggrappante',
      intro: 'Primer senza solventi che consolida superfici assorbenti e sabbiose.',
      uses: [
        'Pannelli in fibra di legno',
        'Calcestruzzo, laterizio & intonaco',
        'Prima di ogni incollaggio a < 5 °C',
      ],
    },
    liquidMembrane: {
      noun: 'guaina liquida',
      intro: 'Massa monocomponente fibrorinforzata: senza giunti, copre le fessure, ermetica.',
      uses: [
        'Raccordi di soffitti & pareti',
        'Attraversamenti di forma difficile',
        'Zoccolature di edifici in legno',
      ],
    },
    sleeve: {
      noun: 'manicotto di tenuta',
      intro: 'Manicotto flessibile per passaggi ermetici di cavi e tubi, “plug & play”.',
      uses: ['Cavi da 6–12 mm', 'Tubi da Ø 50 a 125 mm', 'Posa successiva con manicotto tagliato'],
    },
  },
  groups: {
    membrane: {
      advantages: [
        'Elevata resistenza allo strappo da chiodo',
        'Taglio facile lungo la griglia stampata',
        'Traslucida: i montanti restano visibili',
        'Invecchiamento provato oltre 5000 h',
        'Basse emissioni, classe A+ (<1 µg/m³)',
        'Adatta all’insufflaggio, senza rigonfiarsi',
      ],
      limits: [
        'Chiudere i sormonti il giorno stesso',
        'Non posare su legno bagnato o gelato',
        'Proteggere da raggi UV costanti & solventi',
      ],
      substrates: ['Legno piallato o grezzo', 'Pannelli a base di legno', 'Pannelli isolanti rigidi'],
    },
    tape: {
      advantages: [
        'Aderisce subito, anche a −10 °C',
        'Si strappa a mano',
        'Carta protettiva divisa per gli angoli',
        'Senza solventi & plastificanti',
        'Intonacabile',
      ],
      limits: [
        'Premere bene con il rullo',
        'Il fondo dev’essere asciutto, privo di polvere e grasso',
        'Evitare trazione sull’incollaggio',
      ],
      substrates: [
        'Membrane in PE, PP & PA',
        'Pannelli OSB, compensato e MDF',
        'Metallo, plastica dura, calcestruzzo liscio',
      ],
    },
    liquid: {
      advantages: [
        'Resta elastica fino a −40 °C',
        'Quasi inodore, “EC1 Plus”',
        'Compatibile con tutte le nostre membrane',
        'Asciuga presto: calpestabile dopo 3 h',
        'Attrezzi lavabili con acqua',
      ],
      limits: [
        'Non applicare su acqua stagnante',
        'Proteggere da gelo & sole diretto',
        'Su fondi ignoti provare prima l’adesione',
      ],
      substrates: [
        'Muratura, intonaco & calcestruzzo',
        'Legno e derivati',
        'Acciaio zincato, alluminio < 3 mm',
      ],
    },
    sleeve: {
      advantages: [
        'A tenuta in pochi secondi',
        'Si allunga senza strapparsi',
        'Autoadesivo su tutti i lati',
        'Riposizionabile fino a 3 × prima dell’incollaggio',
      ],
      limits: [
        'Rispettare i diametri indicati',
        'Non piegare bruscamente dietro il manicotto',
        'Trattare con primer i fondi sabbiosi',
      ],
      substrates: ['Freni al vapore', 'Cartongesso & gessofibra', 'Muratura con primer'],
    },
  },
  units: {
    roll: 'rotolo',
    cartridge: 'cartuccia',
    bucket: 'secchio',
    bottle: 'flacone',
    piece: 'pezzo',
    carton: 'scatola',
    pallet: 'bancale',
  },
  attributes: {
    sd: 'Valore Sd',
    fire: 'Reazione al fuoco',
    tensile: 'Resistenza a trazione long./trasv.',
    elongation: 'Allungamento a rottura',
    temperature: 'Resistenza termica',
    watertight: 'Impermeabilità',
    uv: 'Esposizione agli agenti atmosferici',
    colour: 'Colore',
    grammage: 'Massa areica',
    thickness: 'Spessore',
    jointClass: 'Gruppo di sollecitazione',
    rain: 'Tenuta alla pioggia battente',
    shelf: 'Conservazione',
    volume: 'Contenuto',
    coverage: 'Resa',
  },
  materials: {
    carrier: 'Supporto',
    film: 'Film funzionale',
    mesh: 'Armatura',
    adhesive: 'Adesivo',
    liner: 'Foglio protettivo',
    binder: 'Legante',
    foam: 'Schiuma',
  },
  colours: { black: 'nero', white: 'bianco', grey: 'grigio', blue: 'blu', green: 'verde', red: 'rosso' },
  words: {
    to: 'a',
    months: 'mesi',
    hours: 'ore',
    note: 'Attenzione:',
    noteText: 'le norme edilizie locali prevalgono su questi dati.',
    more: 'Particolari e disegni si trovano nella nostra',
    moreLink: 'guida alla progettazione',
    places: ['nuove costruzioni', 'risanamento & ristrutturazione'],
    substrates: 'Fondi adatti:',
    observe: 'Prima di iniziare:',
    step: 'Fase',
    condition: 'Condizione',
    storage: 'Stoccaggio',
    processing: 'Lavorazione',
    datasheet: 'Scheda tecnica',
    safety: 'Scheda di sicurezza',
    performance: 'Dichiarazione di prestazione',
    item: 'Codice articolo',
  },
}
