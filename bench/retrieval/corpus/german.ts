import { type Language, subject } from './language.ts';

/** The corpus in German. */
export const german: Language = {
  name: 'German',
  products: ['Ahorn', 'Birke', 'Distel', 'Eiche', 'Falke', 'Ginster', 'Hasel', 'Iltis', 'Kranich', 'Linde'],
  variant: '{n} Mini',
  subjects: [
    subject(
      'Rückgabe',
      'Sie können das Gerät {n} innerhalb von {a} Tagen nach der Lieferung zurückgeben. Das Etikett für die Rücksendung steht im Kundenkonto; den Preis erstatten wir {b} Tage nach Eingang des Pakets.',
      'Innerhalb von wie vielen Tagen kann ich {n} zurückgeben?',
      'Welche Rückgabefrist gilt für {n}?',
      'Wo finde ich das Rücksendeetikett für {n}?',
    ),
    subject(
      'Lieferung',
      'Das Gerät {n} verlässt unser Lager nach {a} Werktagen. Der Versand kostet {b} Euro; mit dem Eilversand kommt es am nächsten Morgen an.',
      'Wie viel kostet der Versand von {n}?',
      'Wie hoch sind die Versandkosten von {n}?',
    ),
    subject(
      'Garantie',
      'Der Hersteller gibt auf {n} {a} Jahre Garantie. Sie gilt für Fehler am Material und bei der Verarbeitung, nicht für Verschleiß; der Beleg ist {b} Monate aufzubewahren.',
      'Wie viele Jahre Garantie hat {n}?',
      'Deckt die Herstellergarantie von {n} Materialfehler ab?',
    ),
    subject(
      'Passwort',
      'Wenn Sie das Passwort von {n} vergessen haben, drücken Sie die Taste zum Zurücksetzen {a} Sekunden lang. Ein neues Passwort kommt per E-Mail und läuft nach {b} Stunden ab.',
      'Was mache ich, wenn ich das Passwort von {n} vergessen habe?',
      'Wie geht die Passwortrücksetzung bei {n}?',
    ),
    subject(
      'Akku',
      'Das Laden des Akkus von {n} dauert {a} Stunden. Ist er voll, reicht er bei üblichem Gebrauch für {b} Tage.',
      'Wie lange dauert das Laden des Akkus von {n}?',
      'Wie lang ist die Akkuladezeit von {n}?',
    ),
    subject(
      'Reinigung',
      'Wischen Sie das Gehäuse von {n} alle {a} Wochen mit einem feuchten Tuch ab. Der Filter darf bei {b} Grad in die Spülmaschine, der Sockel nicht.',
      'Wie reinige ich den Filter von {n}?',
      'Was gilt für die Filterreinigung und die Gehäusereinigung von {n}?',
    ),
    subject(
      'Abonnement kündigen',
      'Das Abonnement für {n} ist {a} Wochen vor dem Ende eines Monats kündbar. Was im Voraus bezahlt ist, kommt nach {b} Tagen zurück.',
      'Wann ist das Abonnement für {n} kündbar?',
      'Wie lautet die Kündigungsfrist im Abo für {n} zum Monatsende?',
    ),
    subject(
      'Zahlung',
      'Sie bezahlen {n} mit Kreditkarte, auf Rechnung oder in bis zu {a} Raten. Eine Rechnung ist nach {b} Tagen fällig.',
      'In wie vielen Raten kann ich {n} bezahlen?',
      'Ist bei {n} eine Ratenzahlung möglich?',
    ),
    subject(
      'Ersatzteile',
      'Teile zum Ersatz halten wir für {n} {a} Jahre lang auf Lager. Eine Dichtung kostet {b} Euro und lässt sich ohne Werkzeug wechseln.',
      'Wie viel kostet eine Dichtung für {n}?',
      'Was sagt ihr zum Dichtungswechsel an {n}?',
    ),
    subject(
      'Mit dem Telefon verbinden',
      'Halten Sie die Taste von {n} {a} Sekunden gedrückt, bis das Licht blau blinkt. Wählen Sie das Gerät dann in den Einstellungen des Telefons; {b} Telefone lassen sich verbinden.',
      'Wie kann ich {n} mit dem Telefon verbinden?',
      'Wie geht die Telefonverbindung zu {n}?',
    ),
    subject(
      'Temperaturen',
      'Benutzen Sie {n} nur zwischen {a} und {b} Grad. Bei Frost schaltet sich das Gerät ab, in der Sonne läuft der Lüfter schneller.',
      'Zwischen wie viel Grad darf man {n} benutzen?',
      'Macht {n} bei Frosttemperaturen eine Abschaltung?',
    ),
    subject(
      'Kundendienst',
      'Unser Dienst für Kunden von {n} ist an Werktagen von {a} bis {b} Uhr am Telefon. Am Wochenende antworten wir nur auf E-Mails.',
      'Wann ist der Kundendienst für {n} am Telefon?',
      'Wie sind die Telefonzeiten der Kundenbetreuung von {n}?',
    ),
  ],
};
