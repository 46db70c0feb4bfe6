CREATE TABLE "shift_wishes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shift_wishes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"kind" varchar(20) NOT NULL,
	"weekday" smallint,
	"date" date,
	"start" varchar(5),
	"end" varchar(5),
	"note" varchar(120),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "shift_wishes_kind" CHECK ("shift_wishes"."kind" in ('unavailable', 'preferred')),
	CONSTRAINT "shift_wishes_day" CHECK (("shift_wishes"."weekday" is null) <> ("shift_wishes"."date" is null) and "shift_wishes"."weekday" between 1 and 7),
	CONSTRAINT "shift_wishes_times" CHECK (("shift_wishes"."start" is null) = ("shift_wishes"."end" is null))
);
--> statement-breakpoint
ALTER TABLE "shift_wishes" ADD CONSTRAINT "shift_wishes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shift_wishes_user" ON "shift_wishes" USING btree ("user_id","date");--> statement-breakpoint
CREATE INDEX "shift_wishes_date" ON "shift_wishes" USING btree ("date");